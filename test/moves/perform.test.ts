import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { rollback } from '../../src/moves/kinds/rollback.ts'
import { setNextBlockTimestamp } from '../../src/moves/kinds/setNextBlockTimestamp.ts'
import type { Move, MoveContext } from '../../src/moves/move.ts'
import { perform, performFromOutside } from '../../src/moves/perform.ts'
import { movedSpec, viewsOver } from '../support/movedView.ts'

const chain = await createChain(movedSpec)
const { view, at } = viewsOver(chain)

const context: MoveContext = {
  leader: () => view(),
  setFaults() {},
}

describe('a move', () => {
  it('waits for earlier moves, in code and by clients', async () => {
    const endpoint = view()
    const mining = endpoint.mine(2)
    const back = perform(rollback, endpoint, [1], context)
    const further = performFromOutside(rollback, endpoint, [2], context)
    expect(endpoint.head).toBe(at(16))
    expect(await mining).toHaveLength(2)
    await Promise.all([back, further])
    expect(endpoint.head).toBe(at(15))
  })

  it('does not wait if told not to', () => {
    const endpoint = view()
    void endpoint.mine()
    expect(perform({ ...rollback, waits: 'never' }, endpoint, [1], context)).toBeUndefined()
  })

  it('of a client may wait, though in code it does not', async () => {
    const endpoint = view()
    const heads: number[] = []
    const run: Move['run'] = ({ head }) => heads.push(head.number)
    const move: Move = { ...rollback, waits: 'fromOutside', run }
    const mining = endpoint.mine()
    const outside = performFromOutside(move, endpoint, [1], context)
    perform(move, endpoint, [1], context)
    await Promise.all([mining, outside])
    expect(heads).toEqual([16, 17])
  })

  it('refuses invalid arguments with the code for parameters', async () => {
    const endpoint = view()
    await expect(perform(rollback, endpoint, [-1], context)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'count: -1 is not a whole number of at least 0',
    })
    await expect(perform(setNextBlockTimestamp, endpoint, [1.5], context)).rejects.toMatchObject({
      code: 'INVALID_TIMESTAMP',
      message: 'seconds: 1.5 is not a whole number of at least 0',
    })
    expect(endpoint.head).toBe(at(16))
  })

  it('is refused on a closed endpoint', async () => {
    const endpoint = view()
    endpoint.close()
    await expect(perform(rollback, endpoint, [1], context)).rejects.toMatchObject({
      code: 'CLOSED',
    })
  })
})

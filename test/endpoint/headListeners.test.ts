import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { HeadChange } from '../../src/endpoint/headListeners.ts'
import { movedSpec, numbersOf, refusalOf, viewsOver } from '../support/movedView.ts'

const chain = await createChain(movedSpec)
const { view } = viewsOver(chain)

describe('onHeadChange', () => {
  it('reports extensions of the chain to endpoints that follow it, and nothing after unsubscribing', async () => {
    const grown = await createChain({ ...movedSpec, blocks: 2 })
    const endpoint = view(grown)
    const changes: HeadChange[] = []
    const stop = endpoint.onHeadChange((change) => changes.push(change))
    await grown.extend(1)
    expect(changes).toEqual([{ removed: [], added: [grown.tree.head] }])
    await endpoint.mine()
    await grown.extend(3)
    expect(changes.map(({ added }) => numbersOf(added))).toEqual([[3], [4]])
    endpoint.lag = undefined
    expect(changes.map(({ added }) => numbersOf(added))).toEqual([[3], [4], [5, 6]])
    stop()
    await grown.extend(1)
    expect(changes).toHaveLength(3)
    endpoint.onHeadChange((change) => changes.push(change))
    endpoint.close()
    await grown.extend(1)
    expect(changes).toHaveLength(3)
    expect(await refusalOf(() => endpoint.mine())).toBe('CLOSED')
  })
})

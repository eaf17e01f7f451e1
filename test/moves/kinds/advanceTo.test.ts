import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { movedSpec, refusalOf, viewsOver } from '../../support/movedView.ts'

const chain = await createChain(movedSpec)
const { view, at } = viewsOver(chain)

describe('advanceTo', () => {
  it('moves forward to a number, and to any block by its hash', async () => {
    const endpoint = view()
    endpoint.moveTo(3)
    expect(await endpoint.advanceTo(9)).toBe(at(9))
    expect(await endpoint.advanceTo(at(2).hash)).toBe(at(2))
    const [, side] = (await endpoint.reorg({ depth: 2 })) as [SealedBlock, SealedBlock]
    expect(await endpoint.advanceTo(at(8).hash)).toBe(at(8))
    expect(await endpoint.advanceTo(side.hash)).toBe(side)
    expect(endpoint.blockByNumber(0)).toBe(at(0))
    expect(endpoint.blockByNumber(1)).not.toBe(at(1))
  })

  it('stays at its block while the chain grows', async () => {
    const grown = await createChain({ ...movedSpec, blocks: 2 })
    const endpoint = view(grown)
    await endpoint.advanceTo(2)
    await grown.extend(1)
    expect(endpoint.head.number).toBe(2)
    endpoint.lag = undefined
    expect(endpoint.head.number).toBe(3)
  })

  it('refuses a block that is not ahead, and an unknown one', async () => {
    const endpoint = view()
    expect(await refusalOf(() => endpoint.advanceTo(15))).toBe('BEHIND_HEAD')
    expect(await refusalOf(() => endpoint.advanceTo(`0x${'00'.repeat(32)}`))).toBe('NO_SUCH_BLOCK')
    expect(await refusalOf(() => endpoint.moveTo(17))).toBe('NO_SUCH_BLOCK')
    expect(await refusalOf(() => endpoint.advanceTo(-1))).toBe('INVALID_ARGUMENT')
  })
})

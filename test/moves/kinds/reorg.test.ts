import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { forkAt } from '../../../src/chain/protocol/forks.ts'
import {
  movedSpec,
  numbersOf,
  refusalOf,
  startStock,
  transactionsOf,
  viewsOver,
} from '../../support/movedView.ts'
import { StockNode } from '../../support/stockNode.ts'

const chain = await createChain(movedSpec)
const { view, at } = viewsOver(chain)

describe('reorg', () => {
  it('drops some transactions, and returns others to the pool', async () => {
    const endpoint = view()
    const left = [14, 15, 16].map(at)
    const added = await endpoint.reorg({ depth: 3 })
    expect(numbersOf(added)).toEqual([14, 15, 16, 17])
    const before = transactionsOf(left)
    const after = transactionsOf(added)
    const again = before.filter((hash) => after.includes(hash))
    expect(again.length).toBeGreaterThan(0)
    expect(again.length).toBeLessThan(before.length)
    for (const hash of before) {
      const place = endpoint.transactionByHash(hash)
      expect(place?.block).toBe(
        again.includes(hash)
          ? added.find((one) => transactionsOf([one]).includes(hash))
          : undefined,
      )
    }
  })

  it('can drop and return transactions of a reorg, too', async () => {
    const endpoint = view()
    const first = await endpoint.reorg({ depth: 3 })
    const second = await endpoint.reorg({ depth: 4, length: 5 })
    const again = transactionsOf(second).filter((hash) => transactionsOf(first).includes(hash))
    expect(again.length).toBeGreaterThan(0)
    expect(second[0]?.parentHash).toBe(at(13).hash)
  })

  it('of the same head is the same, up to its length', async () => {
    const long = await view().reorg({ depth: 3, length: 5 })
    const endpoint = view()
    const short = await endpoint.reorg({ depth: 3, length: 2 })
    expect([...short, ...(await endpoint.mine(3))]).toEqual(long)
    const deeper = await view().reorg({ depth: 4, length: 3 })
    // These are different blocks, not the same ones one lower.
    const drawn = ([first, second]: readonly SealedBlock[]) =>
      [first, second].map((block) => decodeBlock(block as SealedBlock).header.mixHash)
    expect(drawn(deeper)[1]).not.toBe(drawn(long)[0])
  })

  it.each([
    [undefined, 'it is missing; want'],
    [null, 'null is not'],
    [3, '3 is not'],
  ])('is refused with %s in place of options', async (options, words) => {
    const endpoint = view()
    const problem = `reorg: ${words} an object of depth, length, force, or of to, force`
    await expect(endpoint.reorg(options as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: problem,
    })
  })

  it('is refused past the finalized block, and past the first block', async () => {
    const endpoint = view()
    await endpoint.reorg({ depth: 6 })
    // The chain has one more block, and one more block is final.
    expect(await refusalOf(() => endpoint.reorg({ depth: 7 }))).toBe('REORG_PAST_FINALITY')
    expect(await refusalOf(() => endpoint.reorg({ depth: 18 }))).toBe('REORG_TOO_DEEP')
    expect(await refusalOf(() => endpoint.reorg({ depth: 0 }))).toBe('INVALID_ARGUMENT')
    expect(await refusalOf(() => endpoint.reorg({ depth: 1, length: 0 }))).toBe('INVALID_ARGUMENT')
    const final = endpoint.blockByTag('finalized')
    await endpoint.reorg({ depth: 8, force: true })
    expect(endpoint.blockByNumber(final?.number ?? 0)).not.toBe(final)
  })

  it('leads to blocks that a stock node accepts, as do blocks of other times', async () => {
    const eras = {
      seed: 'stock',
      blocks: 12,
      preset: 'eras',
      transactionsPerBlock: [1, 3],
    } as const
    const { endpoint, node } = await startStock(eras)
    const reorganized = await endpoint.reorg({ depth: 4 })
    const mined = await endpoint.mine(2)
    endpoint.increaseTime(7)
    const later = await endpoint.mine(3, { secondsBetween: 3 })
    const blocks = [...reorganized, ...mined, ...later]
    expect(numbersOf(blocks)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18])
    for (const block of blocks) await node.accept(block)
  })
})

it('works before, at and after each fork, as in a stock node', async () => {
  const forks = { london: 0, paris: 4, shanghai: 6, cancun: 8, prague: 10, osaka: 12 }
  const spec = { seed: 'across', blocks: 13, forks, transactionsPerBlock: [0, 2] } as const
  const checked = await createChain(spec)
  const node = await StockNode.start(checked, checked.rules, 1_000_000n * 10n ** 18n)
  const blocks = Array.from({ length: 13 }, (_, index) => checked.tree.byNumber(index + 1))
  const seen = new Set<string>()
  for (const head of [5, 8, 11, 13]) {
    const endpoint = view(checked)
    endpoint.moveTo(head)
    const branch = await endpoint.reorg({ depth: 3, force: true })
    expect(numbersOf(branch)).toEqual([head - 2, head - 1, head, head + 1])
    for (const block of branch) {
      const { number, timestamp } = decodeBlock(block).header
      seen.add(forkAt(checked.rules.forks, number, timestamp))
      blocks.push(block)
    }
  }
  expect([...seen]).toEqual(['london', 'paris', 'shanghai', 'cancun', 'prague', 'osaka'])
  // After the merge, a node accepts no more proof of work.
  for (const block of (blocks as SealedBlock[]).sort((one, other) => one.number - other.number)) {
    for (const { hash } of decodeBlock(block).uncles) {
      await node.accept(checked.tree.byHash(hash) as SealedBlock)
    }
    await node.accept(block)
  }
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { forkNames } from '../../src/chain/protocol/forks.ts'
import { ArgumentError } from '../../src/primitives/argumentError.ts'
import { acceptAll } from '../support/acceptAll.ts'
import { repeated, sized } from '../support/sized.ts'

describe('chain.extendBranch', () => {
  it('gives the same blocks for the same block and label, regardless of earlier requests', async () => {
    const spec = { seed: 'branches', blocks: 30 }
    const first = await createChain(spec)
    const second = await createChain(spec)
    const a = await first.extendBranch(20, 'a', 5)
    await second.extendBranch(12, 'b', 3)
    await second.candidate(() => second.tree.head)
    expect(await second.extendBranch(20, 'a', 5)).toEqual(a)
    const b = await first.extendBranch(20, 'b', 5)
    expect(b[0]?.hash).not.toBe(a[0]?.hash)
    expect(b[0]?.header.parentHash).toBe(first.blockByNumber(20)?.hash)
    for (const block of [...a, ...b]) expect(first.blockByHash(block.hash)).toEqual(block)
    expect(first.tree.head.number).toBe(30)
  })

  it('continues where a branch ended', async () => {
    const chain = await createChain({ seed: 'go on', blocks: 12 })
    const whole = await chain.extendBranch(6, 'long', 6)
    const [, , third] = whole
    const rest = await chain.extendBranch(third?.hash ?? 0, 'long', 3)
    expect(rest).toEqual(whole.slice(3))
  })

  it('reorders some transactions of the main branch and drops others', async () => {
    const chain = await createChain({ seed: 'replaced', blocks: 30, transactionsPerBlock: [8, 8] })
    const branch = await chain.extendBranch(20, 'fork', 6)
    const hashes = (number: number) =>
      chain.blockByNumber(number)?.transactions.map(({ hash }) => hash) ?? []
    const main = [21, 22, 23, 24, 25, 26].flatMap(hashes)
    const forked = branch.flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
    const again = forked.filter((hash) => main.includes(hash))
    expect(again.length).toBeGreaterThan(10)
    expect(main.length - again.length).toBeGreaterThan(3)
    expect(forked.length).toBeGreaterThan(again.length)
    expect(new Set(forked).size).toBe(forked.length)
    expect(again.some((hash) => main.indexOf(hash) !== forked.indexOf(hash))).toBe(true)
  })

  it('produces branches that a stock node accepts in every era', async () => {
    const blocksPerFork = sized(2, 6)
    const eras = blocksPerFork * forkNames.length
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 0, max: eras }), async (seed, from) => {
        const chain = await createChain({
          seed,
          preset: 'eras',
          forks: Object.fromEntries(forkNames.map((name, index) => [name, blocksPerFork * index])),
          blocks: eras + 8,
          transactionsPerBlock: [0, 3],
        })
        await chain.extendBranch(from, 'x', 7)
        await acceptAll(chain)
      }),
      { numRuns: repeated(1, 3) },
    )
  })

  it('can start at any block, even one whose state was evicted', async () => {
    const spec = { seed: 'deep', blocks: sized(150, 400), transactionsPerBlock: [0, 1] as const }
    const long = await createChain(spec)
    const short = await createChain({ ...spec, blocks: 30 })
    // They differ only in the transactions to replace: the short chain ends where the branch begins.
    const [deep] = await long.extendBranch(30, 'deep', 1)
    expect(deep?.header.parentHash).toBe(short.head.hash)
    expect(deep?.header.timestamp).toBe(
      (await short.extendBranch(30, 'deep', 1))[0]?.header.timestamp,
    )
    const again = await long.extendBranch(30, 'deep', 3)
    expect(again[0]).toEqual(deep)
  })

  it('rejects an unknown block to build on', async () => {
    const chain = await createChain({ blocks: 2 })
    await expect(chain.extendBranch(3, 'x', 1)).rejects.toThrow(ArgumentError)
    await expect(chain.extendBranch(`0x${'00'.repeat(32)}`, 'x', 1)).rejects.toThrow(ArgumentError)
  })
})

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block, SealedBlock, Transaction } from '../../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { forkAt } from '../../../src/chain/protocol/forks.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { acceptAll } from '../../support/acceptAll.ts'
import {
  movedSpec,
  numbersOf,
  refusalOf,
  startStock,
  transactionsOf,
  viewsOver,
} from '../../support/movedView.ts'
import { StockNode } from '../../support/stockNode.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()
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
    const problem = `reorg: ${words} an object of depth, length, transactions, force, or of to, force`
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

describe('reorg to a branch', () => {
  /** A chain whose last three blocks compete with a longer branch and a shorter one, written by hand. */
  async function writeBranches(spec: ChainSpec = movedSpec) {
    const written = await createChain(spec)
    const { head } = written.tree
    const fork = head.number - 3
    const longer = await written.branch(fork, 'longer', () => {}, { length: 5 })
    const [shorter] = (await written.branch(fork, 'shorter', () => {})) as [Block]
    return { written, endpoint: view(written), head, fork, longer, shorter }
  }

  const hashesOf = (blocks: readonly { readonly hash: Hex }[]) => blocks.map(({ hash }) => hash)

  it('takes its blocks, its last block, the position or the hash of that', async () => {
    const { written, longer } = await writeBranches()
    const last = longer.at(-1) as Block
    const upper = last.hash.toUpperCase().replace('0X', '0x') as Hex
    const position = { number: 18, hash: last.hash }
    for (const to of [longer, [position], last, position, last.hash, upper]) {
      const endpoint = view(written)
      const added = await endpoint.reorg({ to })
      expect(hashesOf(added)).toEqual(hashesOf(longer))
      expect(endpoint.head.hash).toBe(last.hash)
      expect(endpoint.blockByNumber(15)?.hash).toBe(longer[1]?.hash)
    }
  })

  it('finds each transaction where the branch has it, and none that it has dropped', async () => {
    const written = await createChain(movedSpec)
    const [alice, bob] = written.accounts as [Account, Account]
    const [main] = (await written.build(1, async (block) => {
      await block.add({ from: alice, to: bob.address })
      await block.add({ from: bob, to: alice.address })
    })) as [Block]
    const [one, two] = main.transactions as [Transaction, Transaction]
    const without = await written.branch(16, 'without', (block) => block.include(two))
    const swapped = await written.branch(16, 'swapped', (block) => block.include([two, one]))
    const endpoint = view(written)
    const indexes = () => [one, two].map(({ hash }) => endpoint.transactionByHash(hash)?.index)
    expect(indexes()).toEqual([0, 1])
    await endpoint.reorg({ to: without })
    expect(indexes()).toEqual([undefined, 0])
    await endpoint.reorg({ to: swapped })
    expect(indexes()).toEqual([1, 0])
    await endpoint.reorg({ to: main })
    expect(indexes()).toEqual([0, 1])
  })

  it('moves to a lower block, and to a lighter one under proof of work', async () => {
    const { endpoint, written, shorter, fork } = await writeBranches({
      ...movedSpec,
      preset: 'pow',
    })
    expect(shorter.totalDifficulty).toBeLessThan(written.head.totalDifficulty)
    expect(hashesOf(await endpoint.reorg({ to: shorter }))).toEqual([shorter.hash])
    expect(endpoint.head.number).toBe(fork + 1)
    expect(endpoint.blockByNumber(fork + 2)).toBeUndefined()
  })

  it('continues on the branch, with the same blocks on all endpoints and chains', async () => {
    const { endpoint, longer, written } = await writeBranches()
    await endpoint.reorg({ to: longer })
    const pending = await endpoint.chain.children.candidate(() => endpoint.head)
    const mined = await endpoint.mine(3)
    expect(mined[0]?.parentHash).toBe(longer.at(-1)?.hash)
    expect(transactionsOf([pending as SealedBlock])).toEqual(transactionsOf(mined.slice(0, 1)))
    const { endpoint: other, shorter } = await writeBranches()
    await other.reorg({ to: shorter })
    await other.mine(1)
    await other.reorg({ to: longer })
    expect(await other.mine(3)).toEqual(mined)
    await acceptAll(written)
  })

  it('does not mine again what the branch has dropped', async () => {
    const { endpoint, longer } = await writeBranches()
    const dropped = transactionsOf(
      [14, 15, 16].map((number) => endpoint.blockByNumber(number) as SealedBlock),
    )
    await endpoint.reorg({ to: longer })
    const mined = transactionsOf(await endpoint.mine(4))
    expect(mined.length).toBeGreaterThan(0)
    expect(mined.filter((hash) => dropped.includes(hash))).toEqual([])
  })

  it('works on a chain that was loaded, and cannot grow', async () => {
    const { written, longer, shorter, head } = await writeBranches()
    const files = join(folder, 'branches')
    await exportChain(written, files, { format: 'json' })
    const endpoint = view(await loadChain(files))
    for (const to of [longer, shorter, head.hash]) await endpoint.reorg({ to })
    expect(endpoint.head.hash).toBe(head.hash)
  })

  it('is refused when there is no such block, or it is on the same branch', async () => {
    const { endpoint, longer, head } = await writeBranches()
    const nobody = `0x${'00'.repeat(32)}` as const
    const refusals = [
      [nobody, 'NO_SUCH_BLOCK', `to: there is no block ${nobody}`],
      [head.hash, 'NO_REORG', `to: block 16, ${head.hash}, is the head already`],
      [
        endpoint.blockByNumber(10)?.hash,
        'NO_REORG',
        'is below the head on the same branch: use rollback with 6',
      ],
    ] as const
    for (const [to, code, message] of refusals) {
      const reorg = endpoint.reorg({ to: to as Hex })
      await expect(reorg).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
    }
    await endpoint.reorg({ to: longer[0] as Block })
    await expect(endpoint.reorg({ to: longer })).rejects.toMatchObject({
      code: 'NO_REORG',
      message: expect.stringContaining('is above the head on the same branch: use advanceTo'),
    })
    expect(endpoint.head.hash).toBe(longer[0]?.hash)
  })

  it.each<[unknown, string]>([
    [{ to: 5 }, 'reorg.to: 5 is not the hash of a block, a block, or the blocks of a branch'],
    [{ to: '0x12' }, "reorg.to: '0x12' is not the hash of a block"],
    [{ to: [] }, 'reorg.to: an empty list is not a list of at least one'],
    [{ to: {} }, 'reorg.to.hash: it is missing; want the hash of a block'],
    [{ to: null }, 'reorg.to: null is not the hash of a block'],
    [{ to: at(3).hash, depth: 2 }, 'reorg.depth: a branch has the length that it has'],
    [{ to: at(3).hash, length: 2 }, 'give to, or depth and length'],
  ])('is refused with %s', async (options, problem) => {
    await expect(view().reorg(options as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(problem),
    })
  })

  it('removes finalized blocks only by force, and keeps them final otherwise', async () => {
    const { written, endpoint, shorter } = await writeBranches()
    expect(endpoint.blockByTag('finalized')?.number).toBe(10)
    await endpoint.reorg({ to: shorter })
    expect(endpoint.blockByTag('finalized')?.number).toBe(10)
    const deep = await written.branch(8, 'deep', () => {}, { length: 9 })
    await expect(endpoint.reorg({ to: deep })).rejects.toMatchObject({
      code: 'REORG_PAST_FINALITY',
      message: 'to: block 17 would remove block 10, which is finalized; force: true allows it',
    })
    expect(endpoint.head.hash).toBe(shorter.hash)
    await endpoint.reorg({ to: deep, force: true })
    expect(endpoint.blockByTag('finalized')?.hash).toBe(deep[2]?.hash)
  })

  it('ends the lag of an endpoint, and moves those that lag behind it', async () => {
    const { written, endpoint: leader, longer } = await writeBranches()
    const follower = view(written)
    const late = view(written)
    follower.lag = { behind: leader, by: 1 }
    late.lag = { behind: leader, by: 2 }
    await leader.reorg({ to: longer })
    expect(follower.head.hash).toBe(longer[3]?.hash)
    await late.reorg({ to: at(16).hash })
    expect(late.lag).toBeUndefined()
    expect(late.head.hash).toBe(at(16).hash)
    expect(leader.head.hash).toBe(longer[4]?.hash)
  })
})

import { faker } from '@faker-js/faker/locale/en'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../src/chain/encoding/decode.ts'
import { SpecError } from '../../src/chain/spec/spec.ts'
import { verifiableChain } from '../../src/chain/verify/verifiableChain.ts'
import { verify } from '../../src/chain/verify/verify.ts'
import { ArgumentError } from '../../src/primitives/argumentError.ts'
import { blocksOf } from '../support/chain.ts'
import { repeated, sized } from '../support/sized.ts'

describe('createChain', () => {
  it('refuses an invalid spec', async () => {
    await expect(createChain({ blocks: -1 })).rejects.toThrow(SpecError)
  })

  it('reports progress', async () => {
    const seen: [number, number][] = []
    await createChain({ blocks: 3 }, { onProgress: (done, wanted) => seen.push([done, wanted]) })
    expect(seen).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })

  it('yields to timers and servers, and stops when its signal is aborted', async () => {
    const stop = new AbortController()
    let done = 0
    setImmediate(() => stop.abort())
    const making = createChain(
      { blocks: 1000 },
      { signal: stop.signal, onProgress: (blocks) => (done = blocks) },
    )
    await expect(making).rejects.toThrow(stop.signal.reason)
    expect(done).toBeLessThan(10)
  })

  it('makes a chain with genesis only', async () => {
    const chain = await createChain({ blocks: 0 })
    expect(chain.head).toEqual(chain.blockByNumber(0))
    expect(chain.head.header.parentHash).toBe(`0x${'00'.repeat(32)}`)
    expect(chain.head.totalDifficulty).toBe(chain.head.header.difficulty)
  })

  it('derives accounts from the seed alone', async () => {
    const { accounts } = await createChain({ seed: 'a', blocks: 0 })
    const more = await createChain({ seed: 'a', blocks: 1, accounts: 12 })
    expect(more.accounts.slice(0, 10)).toEqual(accounts)
    expect((await createChain({ seed: 'b', blocks: 0 })).accounts).not.toEqual(accounts)
  })

  it('includes every kind of traffic in a default chain, whatever the seed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const blocks = blocksOf(await createChain({ seed }))
        const all = blocks.flatMap(({ transactions, receipts }) =>
          transactions.map((transaction, index) => ({ ...transaction, ...receipts[index] })),
        )
        const legacy = all.filter(({ type }) => type === 0)
        expect(legacy.some(({ chainId }) => chainId === 1337n)).toBe(true)
        expect(legacy.some(({ chainId }) => chainId === undefined)).toBe(true)
        const accessLists = all.filter(({ type }) => type === 1)
        expect(
          accessLists.some((each) => (each.accessList?.[0]?.storageKeys.length ?? 0) > 0),
        ).toBe(true)
        expect(all.some(({ type, value }) => type === 2 && value > 0n)).toBe(true)
        const calls = all.filter(({ input, to }) => to !== null && input !== '0x')
        expect(calls.some(({ logs }) => logs?.length === 1)).toBe(true)
        expect(
          all.some(({ to, status, logs }) => to === null && status === 1 && logs?.length),
        ).toBe(true)
        // A failure that used all its gas ran out of it; any other reverted.
        const failed = all.filter(({ status }) => status === 0)
        expect(failed.some(({ to, gas, gasUsed }) => to !== null && gasUsed === gas)).toBe(true)
        expect(failed.some(({ gas, gasUsed = 0n }) => gasUsed < gas)).toBe(true)

        expect(blocks.slice(1).some(({ transactions }) => transactions.length === 0)).toBe(true)
        expect(blocks.some(({ transactions }) => transactions.length >= 50)).toBe(true)
        expect(blocks.some(({ uncles }) => uncles.length === 2)).toBe(true)
        expect(new Set(blocks.map(({ header }) => header.miner)).size).toBeGreaterThan(3)
        expect(new Set(all.map(({ from }) => from)).size).toBe(10)
      }),
      { numRuns: repeated(1, 8) },
    )
  })

  it('keeps the base fee changing but within bounds', async () => {
    const blocks = sized(120, 300)
    const chain = await createChain({ blocks, transactionsPerBlock: [1, 3] })
    const fees = blocksOf(chain).map(({ header }) => header.baseFeePerGas ?? 0n)
    const falls = fees.filter((fee, index) => fee < (fees[index - 1] ?? 0n)).length
    expect(falls).toBeGreaterThan(blocks / 6)
    expect(falls).toBeLessThan((blocks * 5) / 6)
    for (const fee of fees) {
      expect(fee).toBeGreaterThan(10_000_000n)
      expect(fee).toBeLessThan(20_000_000_000n)
    }
  })
})

describe('Chain', () => {
  it('finds uncles by hash, with the transactions that they contain', async () => {
    const chain = await createChain({ seed: 'uncles', blocks: 64, preset: 'pow' })
    const uncles = blocksOf(chain).flatMap((block) => block.uncles)
    expect(uncles.length).toBeGreaterThan(7)
    for (const uncle of uncles) {
      const block = chain.blockByHash(uncle.hash)
      expect(block?.header).toEqual(uncle.header)
      expect(chain.blockByNumber(uncle.header.number)?.hash).not.toBe(uncle.hash)
    }
    expect(uncles.some(({ hash }) => chain.blockByHash(hash)?.transactions.length)).toBeTruthy()
    expect(new Set(uncles.map(({ hash }) => hash)).size).toBe(uncles.length)
  })

  it('finds nothing above the head or under an unknown hash', async () => {
    const chain = await createChain({ blocks: 2 })
    expect(chain.blockByNumber(3)).toBeUndefined()
    expect(chain.blockByNumber(-1)).toBeUndefined()
    // Clients such as viem have numbers as bigint.
    expect(chain.blockByNumber(2n)).toEqual(chain.blockByNumber(2))
    expect(chain.blockByHash(`0x${'00'.repeat(32)}`)).toBeUndefined()
  })

  it('has a pending block with the transactions of the next block and no uncles', async () => {
    const chain = await createChain({ seed: 'pending', blocks: 4 })
    for (let step = 0; step < 12; step++) {
      const [pending, again] = await Promise.all([
        chain.candidate(() => chain.tree.head) as Promise<SealedBlock>,
        chain.candidate(() => chain.tree.head),
      ])
      expect(again).toBe(pending)
      const candidate = decodeBlock(pending)
      await chain.extend(1)
      expect(candidate.uncles).toEqual([])
      expect(candidate.header.parentHash).toBe(chain.head.header.parentHash)
      expect(candidate.header.timestamp).toBe(chain.head.header.timestamp)
      expect(candidate.transactions).toEqual(chain.head.transactions)
      expect(chain.tree.byHash(pending.hash)).toBe(
        chain.head.uncles.length === 0 ? chain.tree.head : undefined,
      )
    }
  })

  it('makes candidates for blocks whose state was evicted', async () => {
    const spec = { seed: 'gone', transactionsPerBlock: [0, 1] as const }
    const chain = await createChain({ ...spec, blocks: sized(150, 300) })
    const short = await createChain({ ...spec, blocks: 20 })
    const block = chain.tree.byNumber(20)
    if (block === undefined) throw new Error('no block 20')
    expect(await chain.candidate(() => block)).toEqual(await short.candidate(() => short.tree.head))
  })

  it('makes the candidate for the head at the time its turn starts', async () => {
    const chain = await createChain({ seed: 'race', blocks: 3 })
    const extending = Promise.all(Array.from({ length: 20 }, () => chain.extend(1)))
    const pending = await chain.pendingBlock()
    await extending
    const parent = chain.blockByHash(pending.header.parentHash)
    expect(parent?.header.number).toBe(pending.header.number - 1)
    expect(parent?.header.number).toBeGreaterThan(3)
  })

  it('uses the given chain id, and differs by it', async () => {
    const spec = { seed: 'id', preset: 'latest', blocks: 40 } as const
    const [mainnet, other] = [await createChain({ ...spec, chainId: 1 }), await createChain(spec)]
    expect(mainnet.chainId).toBe(1)
    expect(mainnet.head.hash).not.toBe(other.head.hash)
    const ids = new Set<bigint | undefined>()
    const delegations = new Set<bigint>()
    for (let number = 1; number <= 40; number++) {
      for (const { chainId, authorizationList } of mainnet.blockByNumber(number)?.transactions ??
        []) {
        ids.add(chainId)
        for (const each of authorizationList ?? []) delegations.add(each.chainId)
      }
    }
    // Unprotected legacy transactions have none; one delegation of three is for another chain.
    expect(ids).toEqual(new Set([1n, undefined]))
    expect(delegations.has(1n)).toBe(true)
    expect(delegations.has(1337n)).toBe(false)
    expect(await verify(verifiableChain(mainnet))).toMatchObject({ ok: true, blocks: 40 })
  })

  it('does not touch the Faker instance of the user', async () => {
    faker.seed(42)
    const undisturbed = [faker.number.int(), faker.number.int()]
    faker.seed(42)
    const first = faker.number.int()
    await createChain({ blocks: 3 })
    expect([first, faker.number.int()]).toEqual(undisturbed)
  })

  it('returns the pending block as plain objects', async () => {
    const chain = await createChain({ blocks: 3 })
    const candidate = (await chain.candidate(() => chain.tree.head)) as SealedBlock
    expect(await chain.pendingBlock()).toEqual(decodeBlock(candidate))
  })

  it.each([-1, 1.5, Number.NaN, '3' as never])('refuses to be extended by %s', async (count) => {
    const chain = await createChain({ blocks: 1 })
    await expect(chain.extend(count)).rejects.toThrow(ArgumentError)
    await expect(chain.build(count, () => {})).rejects.toThrow(ArgumentError)
    await expect(chain.extendBranch(0, 'x', count)).rejects.toThrow(ArgumentError)
    expect(chain.tree.head.number).toBe(1)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chain, ViewedChain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../src/chain/encoding/decode.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { MovableEndpoint } from '../support/movableEndpoint.ts'
import { privateChain } from '../support/privateChain.ts'

const START = 6
const LAG = 2

type Operation =
  | { readonly does: 'mine'; readonly count: number; readonly secondsBetween?: number }
  | {
      readonly does: 'reorg'
      readonly depth: number
      readonly length: number
      readonly force: boolean
    }
  | { readonly does: 'rollback'; readonly count: number }
  | { readonly does: 'snapshot' }
  | { readonly does: 'revert'; readonly which: number }
  | { readonly does: 'increaseTime'; readonly seconds: number }
  | { readonly does: 'advanceTo'; readonly which: number }

const arbitraryOperation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ does: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    does: fc.constant('mine' as const),
    count: fc.integer({ min: 1, max: 2 }),
    secondsBetween: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({
    does: fc.constant('reorg' as const),
    depth: fc.integer({ min: 1, max: 5 }),
    length: fc.integer({ min: 1, max: 4 }),
    force: fc.boolean(),
  }),
  fc.record({ does: fc.constant('rollback' as const), count: fc.integer({ min: 0, max: 3 }) }),
  fc.constant({ does: 'snapshot' as const }),
  fc.record({ does: fc.constant('revert' as const), which: fc.nat(8) }),
  fc.record({
    does: fc.constant('increaseTime' as const),
    seconds: fc.integer({ min: 0, max: 1000 }),
  }),
  fc.record({ does: fc.constant('advanceTo' as const), which: fc.nat(50) }),
)

const hashesOf = (blocks: readonly SealedBlock[]) => blocks.map(({ hash }) => hash)

/** Applies a move of a head to a list of hashes. */
function follow(endpoint: MovableEndpoint, hashes: Hex[]): void {
  endpoint.onHeadChange(({ removed, added }) => {
    for (const { hash } of removed) expect(hashes.pop()).toBe(hash)
    for (const { hash, parentHash } of added) {
      expect(parentHash).toBe(hashes.at(-1))
      hashes.push(hash)
    }
  })
}

/** An endpoint beside its model: a list of hashes that follows the documented effect of each operation. */
class ModelledEndpoint {
  readonly endpoint: MovableEndpoint
  /** LAG blocks behind */
  readonly lagging: MovableEndpoint
  readonly heads: Hex[] = []
  #canonical: readonly Hex[]
  /** the chain according to the notifications of its head */
  #observed: Hex[]
  /** the chain according to the notifications of the lagging head */
  readonly #observedLagging: Hex[]
  readonly #snapshots: (readonly Hex[])[] = []
  /** every chain that it has had, by head */
  readonly #knownChains = new Map<Hex, readonly Hex[]>()

  constructor(chain: ViewedChain, key: string) {
    this.endpoint = new MovableEndpoint(key, chain)
    this.endpoint.moveTo(START)
    this.#canonical = Array.from(
      { length: START + 1 },
      (_, number) => (chain.tree.byNumber(number) as SealedBlock).hash,
    )
    this.#observed = [...this.#canonical]
    const middle = new MovableEndpoint(`${key} middle`, chain)
    middle.lag = { behind: this.endpoint, by: LAG - 1 }
    this.lagging = new MovableEndpoint(`${key} lagging`, chain)
    this.lagging.lag = { behind: middle, by: 1 }
    this.#observedLagging = this.#canonical.slice(0, START + 1 - LAG)
    follow(this.endpoint, this.#observed)
    follow(this.lagging, this.#observedLagging)
  }

  async do(operation: Operation): Promise<void> {
    await this.#perform(operation)
    this.#knownChains.set(this.#canonical.at(-1) as Hex, this.#canonical)
    this.heads.push(this.endpoint.head.hash)
  }

  async #perform(operation: Operation): Promise<void> {
    const { endpoint } = this
    const canonical = this.#canonical
    switch (operation.does) {
      case 'mine': {
        const finalized = this.#finalized
        const { does: _, count, ...options } = operation
        const added = await endpoint.mine(count, options)
        expect(this.#finalized).toBeGreaterThanOrEqual(finalized)
        expect(added).toHaveLength(operation.count)
        this.#canonical = [...canonical, ...hashesOf(added)]
        return
      }
      case 'reorg': {
        const finalized = this.#finalized
        const isPast = finalized >= canonical.length - operation.depth
        const { does: _, ...options } = operation
        const reorg = endpoint.reorg(options)
        if (operation.depth >= canonical.length) {
          await expect(reorg).rejects.toMatchObject({ code: 'REORG_TOO_DEEP' })
          return
        }
        if (isPast && !operation.force) {
          await expect(reorg).rejects.toMatchObject({ code: 'REORG_PAST_FINALITY' })
          return
        }
        const added = await reorg
        if (!isPast) expect(this.#finalized).toBeGreaterThanOrEqual(finalized)
        expect(added).toHaveLength(operation.length)
        const left = canonical.slice(canonical.length - operation.depth)
        for (const { hash } of added) expect(left).not.toContain(hash)
        this.#canonical = [
          ...canonical.slice(0, canonical.length - operation.depth),
          ...hashesOf(added),
        ]
        return
      }
      case 'rollback': {
        const rollback = () => endpoint.rollback(operation.count)
        if (operation.count >= canonical.length) {
          expect(rollback).toThrow(expect.objectContaining({ code: 'ROLLBACK_TOO_DEEP' }))
          return
        }
        rollback()
        this.#canonical = canonical.slice(0, canonical.length - operation.count)
        return
      }
      case 'snapshot':
        expect(endpoint.snapshot()).toBe(this.#snapshots.push(canonical))
        return
      case 'revert': {
        const snapshot = this.#snapshots[operation.which - 1]
        expect(endpoint.revert(operation.which)).toBe(snapshot !== undefined)
        this.#canonical = snapshot ?? canonical
        return
      }
      case 'increaseTime':
        endpoint.increaseTime(operation.seconds)
        return
      case 'advanceTo': {
        const all = [...this.#knownChains]
        const [hash, chain] = all[operation.which % all.length] ?? []
        if (hash === undefined || chain === undefined) return
        expect((await endpoint.advanceTo(hash)).hash).toBe(hash)
        this.#canonical = chain
      }
    }
  }

  get #finalized(): number {
    return this.endpoint.blockByTag('finalized')?.number ?? -1
  }

  check(): void {
    const { endpoint, lagging } = this
    const { finality, tree } = endpoint.chain
    const headNumber = this.#canonical.length - 1
    expect(this.#observed).toEqual(this.#canonical)
    const behind = this.#canonical.slice(0, Math.max(this.#canonical.length - LAG, 1))
    expect(this.#observedLagging).toEqual(behind)
    expect(lagging.head).toBe(endpoint.blockByNumber(behind.length - 1))
    expect(lagging.blockByNumber(behind.length)).toBeUndefined()
    const finals = [endpoint, lagging].map((one) => one.blockByTag('finalized')?.number ?? -1)
    expect(finals[1]).toBe(Math.max(Math.min((finals[0] as number) - LAG, behind.length - 1), -1))
    expect(endpoint.blockByTag('latest')).toBe(endpoint.head)
    expect(endpoint.head).toMatchObject({ number: headNumber, hash: this.#canonical.at(-1) })
    expect(endpoint.blockByNumber(headNumber + 1)).toBeUndefined()
    const locations = new Map<Hex, { block: SealedBlock; index: number }>()
    const canonicalChain = endpoint.canonicalChain()
    for (const [number, hash] of this.#canonical.entries()) {
      const block = endpoint.blockByNumber(number) as SealedBlock
      expect(block).toMatchObject({ number, hash })
      expect(endpoint.blockByHash(hash)).toBe(block)
      expect(canonicalChain(number)).toBe(block)
      if (number > 0) expect(block.parentHash).toBe(this.#canonical[number - 1])
      for (const [index, { hash }] of decodeBlock(block).transactions.entries()) {
        locations.set(hash, { block, index })
      }
    }
    // All transactions of all branches.
    const elsewhere = [...tree.sideBlocks, tree.head].flatMap((block) =>
      decodeBlock(block).transactions.map(({ hash }) => hash),
    )
    for (const hash of [...locations.keys(), ...elsewhere]) {
      const location = locations.get(hash)
      expect(endpoint.transactionByHash(hash)).toEqual(location)
      const isVisible = location !== undefined && location.block.number < behind.length
      expect(lagging.transactionByHash(hash)).toEqual(isVisible ? location : undefined)
    }
    const safe = endpoint.blockByTag('safe')?.number ?? -1
    const finalized = endpoint.blockByTag('finalized')?.number ?? -1
    expect(safe).toBeGreaterThanOrEqual(headNumber - finality.safe)
    expect(finalized).toBeGreaterThanOrEqual(headNumber - finality.finalized)
    expect(safe).toBeGreaterThanOrEqual(finalized)
  }
}

const arbitraryChain: fc.Arbitrary<ChainSpec> = fc.record({
  seed: fc.nat(),
  preset: fc.constantFrom('latest', 'pow'),
  blocks: fc.constant(8),
  transactionsPerBlock: fc.constant([0, 3] as const),
  accounts: fc.constant(4),
  finality: fc.constant({ safe: 2, finalized: 4 }),
})

describe('View', () => {
  it.each([
    { where: 'on a shared chain', chainFor: (chain: Chain): ViewedChain => chain },
    { where: 'on a chain of its own', chainFor: privateChain },
  ])(
    'shows one consistent branch for any path and order of moves: $where',
    async ({ chainFor }) => {
      const arbitraryOperations = fc.array(arbitraryOperation, { minLength: 4, maxLength: 9 })
      await fc.assert(
        fc.asyncProperty(
          arbitraryChain,
          fc.array(arbitraryOperations, { minLength: 2, maxLength: 3 }),
          fc.array(fc.nat(3), { minLength: 9, maxLength: 9 }),
          async (spec, perEndpoint, schedule) => {
            const chain = await createChain(spec)
            const follower = new MovableEndpoint('follower', chain)
            const modelled = perEndpoint.map(
              (_, index) => new ModelledEndpoint(chainFor(chain), `e${index}`),
            )
            for (let turn = 0; turn < 9; turn++) {
              await Promise.all([
                ...modelled.map(async (model, index) => {
                  const operation = perEndpoint[index]?.[turn]
                  if (operation !== undefined) await model.do(operation)
                }),
                schedule[turn] === 0 ? chain.extend(1) : undefined,
              ])
              for (const model of modelled) model.check()
              expect(follower.head).toBe(chain.tree.head)
            }
            // One endpoint after another, the last first, over a fresh chain, which they share.
            const freshChain = await createChain(spec)
            for (const [index, operations] of [...perEndpoint.entries()].reverse()) {
              const model = new ModelledEndpoint(freshChain, `e${index}`)
              for (const operation of operations) await model.do(operation)
              expect(model.heads).toEqual(modelled[index]?.heads)
            }
            // The chain has the same blocks, whichever endpoints moved before.
            await freshChain.extend(chain.tree.head.number - freshChain.tree.head.number)
            expect(freshChain.tree.head).toEqual(chain.tree.head)
          },
        ),
        { numRuns: 5 },
      )
    },
  )

  it('returns as pending what is mined next', async () => {
    const chain = await createChain({ seed: 'pending', blocks: 8, preset: 'pow' })
    const endpoint = new MovableEndpoint('pending', chain)
    const next = async (): Promise<void> => {
      const pending = await endpoint.pendingBlock()
      expect(await endpoint.pendingBlock()).toBe(pending)
      const candidate = decodeBlock(pending as SealedBlock)
      const [mined] = (await endpoint.mine()) as [SealedBlock]
      const { header, transactions } = decodeBlock(mined)
      expect(candidate.transactions).toEqual(transactions)
      expect(candidate.header.parentHash).toBe(header.parentHash)
      expect(candidate.header.timestamp).toBe(header.timestamp)
      expect(candidate.uncles).toEqual([])
    }
    for (let step = 0; step < 4; step++) await next()
    endpoint.rollback(8)
    await next()
    await endpoint.reorg({ depth: 3, length: 2 })
    for (let step = 0; step < 3; step++) await next()
    endpoint.increaseTime(1000)
    await next()
    await next()
  })

  it('returns no pending block when none is known', async () => {
    const chain = await createChain({ blocks: 3 })
    const { chainId, rules, genesis, finality, tree, states, children } = chain
    const part = { chainId, rules, genesis, finality, tree, states, children }
    const endpoint = new MovableEndpoint('part', {
      ...part,
      recordedAnswers: undefined,
      candidate: async () => undefined,
    })
    expect(await endpoint.pendingBlock()).toBeUndefined()
  })
})

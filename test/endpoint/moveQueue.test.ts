import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { OmmerError } from '../../src/primitives/errors.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { MovableEndpoint } from '../support/movableEndpoint.ts'

/** Operations on an endpoint, possible or not. */
type Operation = (
  endpoint: MovableEndpoint,
  others: readonly MovableEndpoint[],
  chain: Chain,
) => unknown

const few = fc.nat(3)
const arbitraryOperation: fc.Arbitrary<Operation> = fc.oneof(
  few.map<Operation>((count) => (endpoint) => endpoint.mine(count)),
  fc.constant<Operation>((endpoint) => endpoint.mine(2, { secondsBetween: 2 ** 40 })),
  fc.tuple(few, few, fc.boolean()).map<Operation>(
    ([depth, length, force]) =>
      (endpoint) =>
        endpoint.reorg({ depth, length, force }),
  ),
  few.map<Operation>((count) => (endpoint) => endpoint.exclusively(() => endpoint.rollback(count))),
  fc.tuple(few, few).map<Operation>(([index, by]) => (endpoint, others) => {
    const behind = others[index] as MovableEndpoint
    return endpoint.exclusively(() => (endpoint.lag = { behind, by }))
  }),
  fc.constant<Operation>((endpoint) => endpoint.exclusively(() => (endpoint.lag = undefined))),
  fc.constant<Operation>((endpoint) => endpoint.exclusively(() => endpoint.snapshot())),
  few.map<Operation>((id) => (endpoint) => endpoint.exclusively(() => endpoint.revert(id))),
  fc.constant<Operation>((endpoint) => endpoint.exclusively(() => endpoint.setFinality('stalled'))),
  fc.constant<Operation>((_, __, chain) => chain.extend(1)),
  fc.constant<Operation>((endpoint) => endpoint.close()),
)

/** The chain of a head by hashes, according to its notifications. */
function follow(endpoint: MovableEndpoint): readonly Hex[] {
  const hashes: Hex[] = []
  for (let number = 0; number <= endpoint.head.number; number++) {
    hashes.push(endpoint.blockByNumber(number)?.hash as Hex)
  }
  endpoint.onHeadChange(({ removed, added }) => {
    for (const { hash } of removed) expect(hashes.pop()).toBe(hash)
    for (const { hash, parentHash } of added) {
      expect(parentHash).toBe(hashes.at(-1))
      hashes.push(hash)
    }
  })
  return hashes
}

function check(endpoint: MovableEndpoint, observed: readonly Hex[]): void {
  const { head } = endpoint
  for (let number = 1; number <= head.number; number++) {
    const parent = endpoint.blockByNumber(number - 1)
    expect(endpoint.blockByNumber(number)?.parentHash).toBe(parent?.hash)
  }
  const finalized = endpoint.blockByTag('finalized')?.number ?? -1
  const safe = endpoint.blockByTag('safe')?.number ?? -1
  expect(safe).toBeGreaterThanOrEqual(finalized)
  expect(safe).toBeLessThanOrEqual(head.number)
  if (endpoint.isClosed) return
  expect([observed.length, observed.at(-1)]).toEqual([head.number + 1, head.hash])
}

it('stays consistent during concurrent moves of an endpoint and of those it follows', async () => {
  const arbitraryStep = fc.tuple(few, arbitraryOperation, fc.nat(4), fc.boolean())
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryStep, { minLength: 5, maxLength: 30 }), async (steps) => {
      const chain = await createChain({
        seed: 'wished',
        blocks: 8,
        preset: 'latest',
        accounts: 2,
        transactionsPerBlock: [0, 1],
        finality: { safe: 1, finalized: 3 },
      })
      const endpoints = [0, 1, 2, 3].map((index) => new MovableEndpoint(`e${index}`, chain))
      const observed = endpoints.map(follow)
      const results: Promise<unknown>[] = []
      for (const [target, operate, microtasks, isAwaited] of steps) {
        const answer = Promise.resolve(
          operate(endpoints[target] as MovableEndpoint, endpoints, chain),
        )
        results.push(answer.catch((error) => expect(error).toBeInstanceOf(OmmerError)))
        if (isAwaited) await results.at(-1)
        for (let count = 0; count < microtasks; count++) await undefined
        for (const [index, endpoint] of endpoints.entries()) {
          check(endpoint, observed[index] as readonly Hex[])
        }
      }
      await Promise.all(results)
    }),
    { numRuns: 15 },
  )
})

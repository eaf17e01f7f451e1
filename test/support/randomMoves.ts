import fc from 'fast-check'
import type { MovableEndpoint } from './movableEndpoint.ts'

/** A move of a head, by as much as is possible. */
export type RandomMove =
  | readonly ['mine' | 'rollback', number]
  | readonly ['reorg', number, number]
  | readonly ['snapshot' | 'revert']

const few = fc.integer({ min: 1, max: 3 })

export const arbitraryMove: fc.Arbitrary<RandomMove> = fc.oneof(
  fc.tuple(fc.constant('mine' as const), few),
  fc.tuple(fc.constant('rollback' as const), few),
  fc.tuple(fc.constant('reorg' as const), few, few),
  fc.tuple(fc.constantFrom('snapshot' as const, 'revert' as const)),
)

/** Performs as much of a move as possible. */
export async function performRandom(
  endpoint: MovableEndpoint,
  [what, count = 0, length]: readonly [string, number?, number?],
): Promise<void> {
  const depth = Math.min(count, endpoint.head.number)
  if (what === 'mine') await endpoint.mine(count)
  else if (what === 'rollback') endpoint.rollback(depth)
  else if (what === 'reorg' && depth > 0) await endpoint.reorg({ depth, length, force: true })
  else if (what === 'snapshot') endpoint.snapshot()
  else endpoint.revert(endpoint.snapshots?.lastId ?? 0)
}

import type { Hex } from '../../src/primitives/hex.ts'
import { median } from '../bench/statistics.ts'

/** The chain in which to look up. */
interface Tree {
  readonly head: { readonly number: number }
  byNumber(number: number): { readonly hash: Hex } | undefined
  byHash(hash: Hex): unknown
  transaction(hash: Hex): unknown
}

/** In microseconds for each look-up. */
export interface Lookups {
  readonly blockByNumber: number
  readonly blockByHash: number
  readonly transactionByHash: number
}

/** How many look-ups a round has, spread across the whole chain. */
const LOOKUPS = 10_000
const ROUNDS = 21

/** A prime, so that consecutive look-ups are never close to each other. */
const STRIDE = 7919

/**
 * @param transactionHashes those of a block
 */
export function measureLookups(
  tree: Tree,
  transactionHashes: (blockNumber: number) => readonly Hex[],
): Lookups {
  const numbers = Array.from(
    { length: LOOKUPS },
    (_, index) => 1 + ((index * STRIDE) % tree.head.number),
  )
  const blockHashes = numbers.map((number) => copy((tree.byNumber(number) as { hash: Hex }).hash))
  const hashes = numbers
    .slice(0, LOOKUPS / 10)
    .flatMap((number) => transactionHashes(number))
    .map(copy)
  return {
    blockByNumber: time(numbers, (number) => tree.byNumber(number)),
    blockByHash: time(blockHashes, (hash) => tree.byHash(hash)),
    transactionByHash: time(hashes, (hash) => tree.transaction(hash)),
  }
}

/** Copies the string: a client never sends the same string object that the chain has. */
function copy(hash: Hex): Hex {
  return Buffer.from(hash).toString('latin1') as Hex
}

function time<Key>(keys: readonly Key[], lookUp: (key: Key) => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    for (const key of keys) {
      if (lookUp(key) === undefined) throw new Error(`nothing found for ${key}`)
    }
    return ((performance.now() - start) / keys.length) * 1000
  })
  return median(rounds)
}

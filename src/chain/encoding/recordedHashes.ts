import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from './block.ts'

/** Kept, because a block may have megabytes of JSON. */
const hashes = new WeakMap<Uint8Array, readonly (Hex | undefined)[]>()

/**
 * The hashes that a block's JSON states for its transactions. The hash of one that nobody has signed may not be that of its
 * bytes.
 *
 * @returns undefined for a block without JSON; for a transaction: if it has no hash there
 */
export function recordedHashes({
  recorded,
}: Pick<SealedBlock, 'recorded'>): readonly (Hex | undefined)[] | undefined {
  if (recorded === undefined) return undefined
  const known = hashes.get(recorded) ?? read(recorded)
  hashes.set(recorded, known)
  return known
}

const HASH = /^0x[\da-f]{64}$/i

function read(recorded: Uint8Array): readonly (Hex | undefined)[] {
  const { block } = Object(JSON.parse(new TextDecoder().decode(recorded)))
  const { transactions } = Object(block)
  if (!Array.isArray(transactions)) return []
  return transactions.map((transaction) => {
    const { hash } = Object(transaction)
    return HASH.test(String(hash)) ? (String(hash).toLowerCase() as Hex) : undefined
  })
}

import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from './block.ts'

/** What was read from JSON: a block may have megabytes of it. */
const hashes = new WeakMap<Uint8Array, readonly (Hex | undefined)[]>()

/**
 * The hashes of a block's transactions as clients see them in its JSON: those that nobody has signed may have others than
 * those of their bytes.
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

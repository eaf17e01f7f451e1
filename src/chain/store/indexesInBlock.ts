import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { hashedTransactions } from '../encoding/transactionHashes.ts'

/** The tree indexes only its main branch, so code that searches other branches shares this cache. */
const read = new WeakMap<SealedBlock, ReadonlyMap<Hex, number>>()

/** The index of each transaction in its block, from 0, by hash. */
export function indexesInBlock(block: SealedBlock): ReadonlyMap<Hex, number> {
  const known = read.get(block)
  if (known !== undefined) return known
  const indexes = new Map(hashedTransactions(block).map(({ hash }, index) => [hash, index]))
  read.set(block, indexes)
  return indexes
}

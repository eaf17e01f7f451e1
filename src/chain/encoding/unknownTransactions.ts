import { OmmerError } from '../../primitives/errors.ts'
import { readRlp } from '../../primitives/readRlp.ts'
import type { SealedBlock } from './block.ts'
import { transactionCount } from './senders.ts'

/** A block has transactions of types that this version does not know. */
export class UnknownTransactionsError extends OmmerError {
  constructor({ number }: Pick<SealedBlock, 'number'>, problem: string) {
    super('UNKNOWN_TRANSACTIONS', `block ${number} has transactions of unknown types: ${problem}`)
  }
}

/** Whether only the JSON of a block's transactions is known, and not their bytes. */
export function lacksTransactions(
  block: Pick<SealedBlock, 'rlp' | 'recorded' | 'senders'>,
): boolean {
  const { rlp, recorded } = block
  if (recorded === undefined) return false
  if (rlp.length === 0) return true
  const [, items] = readRlp(rlp) as [unknown, readonly unknown[]]
  return items.length !== transactionCount(block)
}

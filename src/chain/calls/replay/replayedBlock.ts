import type { Hex } from '../../../primitives/hex.ts'
import type { SealedBlock } from '../../encoding/block.ts'
import { recordedHashes } from '../../encoding/recordedHashes.ts'
import { receiptsWithoutBlooms } from '../../encoding/storedBlock.ts'
import { lacksTransactions, UnknownTransactionsError } from '../../encoding/unknownTransactions.ts'

/** A block whose transactions are run again; a value that can be sent to a worker thread. */
export interface ReplayedBlock
  extends Pick<SealedBlock, 'number' | 'hash' | 'parentHash' | 'rlp' | 'senders'> {
  /** as `receiptsWithoutBlooms` returns them */
  readonly receipts: Uint8Array
  /** as `recordedHashes` returns them */
  readonly recordedHashes: readonly (Hex | undefined)[] | undefined
}

/** A block that is not in a tree, such as a pending one, has its receipts encoded once for all its jobs. */
const replayed = new WeakMap<SealedBlock, ReplayedBlock>()

/**
 * The parts of a block that a replay needs. Jobs that wait share them.
 *
 * @throws {UnknownTransactionsError}
 */
export function replayedBlock(sealed: SealedBlock): ReplayedBlock {
  let block = replayed.get(sealed)
  if (block === undefined) {
    if (lacksTransactions(sealed))
      throw new UnknownTransactionsError(sealed, 'it cannot be run again')
    const { number, hash, parentHash, rlp, senders } = sealed
    const receipts = receiptsWithoutBlooms(sealed)
    const parts = { number, hash, parentHash, rlp, senders, receipts }
    block = { ...parts, recordedHashes: recordedHashes(sealed) }
    replayed.set(sealed, block)
  }
  return block
}

import type { SealedBlock } from '../../encoding/block.ts'

/** A block whose transactions are run again; a value that can be sent to a worker thread. */
export type ReplayedBlock = Pick<
  SealedBlock,
  'number' | 'hash' | 'parentHash' | 'rlp' | 'receiptsRlp' | 'senders' | 'blobGasPrice'
>

/** The parts of a block that a replay needs. */
export function replayedBlock(sealed: SealedBlock): ReplayedBlock {
  const { number, hash, parentHash, rlp, receiptsRlp, senders, blobGasPrice } = sealed
  return { number, hash, parentHash, rlp, receiptsRlp, senders, blobGasPrice }
}

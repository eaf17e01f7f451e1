import { RLP } from '@ethereumjs/rlp'
import type { Hex } from '../primitives/hex.ts'
import { encodeRlp } from '../primitives/rlp.ts'
import type { SealedBlock } from './block.ts'
import { bloomOf } from './bloom.ts'
import { encodeTyped } from './encodeTyped.ts'

type Bytes = Uint8Array
type Logs = [address: Bytes, topics: Bytes[], data: Bytes][]

/**
 * A block as the tree holds it, its receipts without their blooms: those follow from the logs, and would be most of what
 * receipts weigh.
 */
export class StoredBlock implements SealedBlock {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly totalDifficulty: bigint
  readonly rlp: Uint8Array
  readonly senders: Uint8Array
  readonly blobGasPrice: bigint
  readonly recorded: Uint8Array | undefined
  /** what is kept of the receipts */
  readonly receiptsWithoutBlooms: Uint8Array

  /** @param block its receipts have the blooms of their logs */
  constructor(block: SealedBlock) {
    this.number = block.number
    this.hash = block.hash
    this.parentHash = block.parentHash
    this.totalDifficulty = block.totalDifficulty
    this.rlp = block.rlp
    this.senders = block.senders
    this.blobGasPrice = block.blobGasPrice
    this.recorded = block.recorded
    this.receiptsWithoutBlooms = withoutBlooms(block.receiptsRlp)
  }

  /** Put together at each reading. */
  get receiptsRlp(): Uint8Array {
    return withBlooms(this.receiptsWithoutBlooms)
  }
}

/** @returns RLP list of [type, outcome, cumulative gas, logs] */
function withoutBlooms(receiptsRlp: Bytes): Bytes {
  const items = RLP.decode(receiptsRlp) as (Bytes | [Bytes, Bytes, Bytes, Logs])[]
  return encodeRlp(
    items.map((item) => {
      const type = item instanceof Uint8Array ? item.subarray(0, 1) : new Uint8Array(0)
      const fields = item instanceof Uint8Array ? RLP.decode(item.subarray(1)) : item
      const [outcome, cumulativeGas, , logs] = fields as [Bytes, Bytes, Bytes, Logs]
      return [type, outcome, cumulativeGas, logs]
    }),
  )
}

function withBlooms(receipts: Bytes): Bytes {
  const items = RLP.decode(receipts) as [Bytes, Bytes, Bytes, Logs][]
  return encodeRlp(
    items.map(([type, outcome, cumulativeGas, logs]) => {
      const fields = [outcome, cumulativeGas, bloomOf(logs), logs]
      // EIP-2718: a legacy receipt is a list, any other a byte string.
      return type.length === 0 ? fields : encodeTyped(type[0] as number, fields)
    }),
  )
}

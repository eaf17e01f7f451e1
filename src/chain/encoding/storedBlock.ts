import { type Hex, toNumber } from '../../primitives/hex.ts'
import { readRlp } from '../../primitives/readRlp.ts'
import { encodeRlp, type RlpItem } from '../../primitives/rlp.ts'
import type { SealedBlock } from './block.ts'
import { bloomOf } from './bloom.ts'
import { encodeTyped } from './encodeTyped.ts'
import { addReasons, type Irregularity, type IrregularityReason } from './irregularity.ts'

type Bytes = Uint8Array
type Logs = [address: Bytes, topics: Bytes[], data: Bytes][]

/** A block with its receipts as they are stored. */
export interface BlockWithStoredReceipts extends Omit<SealedBlock, 'receiptsRlp'> {
  /** RLP list of [type, outcome, cumulative gas, logs] */
  readonly receiptsWithoutBlooms: Uint8Array
}

/**
 * A block as the tree stores it. The receipts are stored without their blooms, which follow from the logs and would
 * take most of the memory.
 */
export class StoredBlock implements SealedBlock {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly totalDifficulty: bigint
  readonly rlp: Uint8Array
  readonly senders: Uint8Array
  readonly blobGasPrice: bigint
  readonly accessList: Uint8Array | undefined
  readonly recorded: Uint8Array | undefined
  readonly alteredRoot: Hex | undefined
  readonly irregularity: Irregularity | undefined
  /** RLP list of [type, outcome, cumulative gas, logs] */
  readonly receiptsWithoutBlooms: Uint8Array
  /** The same block with the state that its header names, if a test has changed that by hand. */
  declare readonly unaltered?: StoredBlock

  /** @param block whose receipts have the correct blooms for their logs */
  constructor(block: SealedBlock | BlockWithStoredReceipts) {
    this.number = block.number
    this.hash = block.hash
    this.parentHash = block.parentHash
    this.totalDifficulty = block.totalDifficulty
    const parts = inOneBuffer([block.rlp, block.senders, receiptsWithoutBlooms(block)])
    this.rlp = parts[0]
    this.senders = parts[1]
    this.receiptsWithoutBlooms = parts[2]
    this.blobGasPrice = block.blobGasPrice
    this.accessList = block.accessList
    this.recorded = block.recorded
    this.alteredRoot = undefined
    this.irregularity = block.irregularity
  }

  /** A block that another process has stored. */
  static of(fields: StoredFields): StoredBlock {
    return Object.assign(Object.create(StoredBlock.prototype), fields)
  }

  /**
   * The same block with another state after it.
   *
   * @param reasons why no other node has this state
   */
  withState(root: Hex, reasons: readonly IrregularityReason[]): StoredBlock {
    const altered = {
      alteredRoot: root,
      irregularity: addReasons(this.irregularity, reasons, this),
      unaltered: this.unaltered ?? this,
    }
    return Object.assign(Object.create(StoredBlock.prototype), this, altered)
  }

  /** Encoded at each access, and not cached. */
  get receiptsRlp(): Uint8Array {
    return withBlooms(this.receiptsWithoutBlooms)
  }
}

/** The same block with the state that its header names. */
export function unalteredOf<Block extends SealedBlock>(block: Block): Block | StoredBlock {
  return block instanceof StoredBlock ? (block.unaltered ?? block) : block
}

/** What a stored block consists of, as data that can be sent to another process. */
export type StoredFields = Omit<StoredBlock, 'receiptsRlp' | 'withState' | 'unaltered'>

/** The block with the state that its header names, as data. */
export function storedFields(block: SealedBlock): StoredFields {
  const { unaltered: _, ...fields } = block instanceof StoredBlock ? block : new StoredBlock(block)
  return fields
}

/** The RLP items of a receipt. */
export interface ReceiptItems {
  /** EIP-2718; no bytes for a legacy receipt */
  readonly type: Bytes
  /** the status; before Byzantium the state root */
  readonly outcome: Bytes
  readonly cumulativeGas: Bytes
  /** 256 bytes */
  readonly bloom: Bytes
  readonly logs: Logs
}

export type ReceiptItemsWithoutBloom = Omit<ReceiptItems, 'bloom'>

/** The RLP items of each receipt of a block. */
export function receiptItems(block: SealedBlock): ReceiptItems[] {
  if (block instanceof StoredBlock) return itemsOf(block.receiptsWithoutBlooms)
  return (readRlp(block.receiptsRlp) as readonly RlpItem[]).map((item) => {
    const type = item instanceof Uint8Array ? item.subarray(0, 1) : NOTHING
    const fields = item instanceof Uint8Array ? readRlp(item.subarray(1)) : item
    const [outcome, cumulativeGas, bloom, logs] = fields as [Bytes, Bytes, Bytes, Logs]
    return { type, outcome, cumulativeGas, bloom, logs }
  })
}

/** The gas that each transaction of a block and all before it have used, without computing blooms. */
export function cumulativeGas(block: SealedBlock): number[] {
  return receiptItemsWithoutBlooms(block).map(({ cumulativeGas }) => toNumber(cumulativeGas))
}

/** The bytes that contain the logs of a block, to search them. */
export function receiptBytes(block: SealedBlock): Uint8Array {
  return block instanceof StoredBlock ? block.receiptsWithoutBlooms : block.receiptsRlp
}

/** The receipts of a block without their blooms, which take long to compute. */
export function receiptItemsWithoutBlooms(block: SealedBlock): ReceiptItemsWithoutBloom[] {
  return block instanceof StoredBlock
    ? readReceiptsWithoutBlooms(block.receiptsWithoutBlooms)
    : receiptItems(block)
}

/** How many bytes a block takes, with its receipts as they are stored. */
export function storedBytes(block: SealedBlock): number {
  return block.rlp.length + receiptBytes(block).length + (block.accessList?.length ?? 0)
}

/** The size of a side block without its bytes, in all places that know it, as measured. */
const SIDE_BLOCK_BYTES = 3500

/** How many bytes a side block takes, in all places that know it. */
export function sideBlockBytes(block: SealedBlock): number {
  return SIDE_BLOCK_BYTES + storedBytes(block)
}

/** Copies bytes into one buffer, unless they are a part of a larger one: each buffer takes some 90 bytes by itself. */
function inOneBuffer(parts: readonly [Bytes, Bytes, Bytes]): readonly [Bytes, Bytes, Bytes] {
  if (parts[0].buffer.byteLength > parts[0].length) return parts
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  const place = (part: Bytes) => {
    bytes.set(part, end)
    end += part.length
    return bytes.subarray(end - part.length, end)
  }
  return [place(parts[0]), place(parts[1]), place(parts[2])]
}

const NOTHING = new Uint8Array(0)

function itemsOf(bytes: Bytes): ReceiptItems[] {
  return readReceiptsWithoutBlooms(bytes).map((receipt) => {
    return { ...receipt, bloom: bloomOf(receipt.logs) }
  })
}

/** Reads what `receiptsWithoutBlooms` returns. */
export function readReceiptsWithoutBlooms(bytes: Bytes): ReceiptItemsWithoutBloom[] {
  const items = readRlp(bytes) as [Bytes, Bytes, Bytes, Logs][]
  return items.map(([type, outcome, cumulativeGas, logs]) => {
    return { type, outcome, cumulativeGas, logs }
  })
}

/**
 * The receipts of a block as they are stored.
 *
 * @returns RLP list of [type, outcome, cumulative gas, logs]
 */
export function receiptsWithoutBlooms(block: SealedBlock | BlockWithStoredReceipts): Bytes {
  if ('receiptsWithoutBlooms' in block) return block.receiptsWithoutBlooms
  return encodeRlp(
    receiptItems(block).map(({ type, outcome, cumulativeGas, logs }) => [
      type,
      outcome,
      cumulativeGas,
      logs,
    ]),
  )
}

function withBlooms(bytes: Bytes): Bytes {
  return encodeRlp(
    itemsOf(bytes).map(({ type, outcome, cumulativeGas, bloom, logs }) => {
      const fields = [outcome, cumulativeGas, bloom, logs]
      // A legacy receipt is a list, any other a byte string (EIP-2718).
      return type.length === 0 ? fields : encodeTyped(type[0] as number, fields)
    }),
  )
}

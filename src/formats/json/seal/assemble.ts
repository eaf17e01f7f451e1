import type { SealedBlock } from '../../../chain/encoding/block.ts'
import { toListItem } from '../../../chain/encoding/listItem.ts'
import type { Hex } from '../../../primitives/hex.ts'
import { encodeRlpList } from '../../../primitives/rlp.ts'
import type { BlockJson, JsonObject } from '../blockJson.ts'
import { FieldError, requireSame } from '../fieldError.ts'
import { dataOf, FieldReader } from '../fieldReader.ts'
import { encodeAccessList } from './encodeAccessList.ts'
import { blockRlp, type EncodedBlock } from './encodeBlock.ts'

/** Facts about the chain that a block's JSON may omit. */
export interface SealContext {
  /** if known */
  readonly chainId?: number | undefined
  /** the total difficulty of the parent, if known */
  readonly totalDifficultyBefore?: bigint | undefined
}

/** A block as the chain stores it, and the hashes of its transactions. */
export interface SealedJson {
  readonly sealed: SealedBlock
  readonly transactionHashes: readonly Hex[]
}

/**
 * Assembles a block from its encoded parts and its JSON.
 *
 * @throws {FieldError} if its number or the sender of a transaction cannot be read
 */
export function assemble(json: BlockJson, encoded: EncodedBlock, context: SealContext): SealedJson {
  const receipts = encoded.receipts.map((receipt) => toListItem(receipt.encoded))
  return {
    sealed: { ...assembleBlock(json, encoded, context), receiptsRlp: encodeRlpList(receipts) },
    transactionHashes: transactionHashes(json),
  }
}

function transactionHashes({ block }: BlockJson): Hex[] {
  return (block.transactions as readonly JsonObject[]).map(({ hash }) => hash as Hex)
}

function assembleBlock(
  json: BlockJson,
  encoded: EncodedBlock,
  { totalDifficultyBefore = 0n }: SealContext,
): Omit<SealedBlock, 'receiptsRlp'> {
  const { block, receipts } = json
  const reader = new FieldReader('', block)
  const accessList = encodeAccessList(json)
  const number = Number(reader.bigint('number'))
  if (!Number.isSafeInteger(number)) throw new FieldError('number', 'it is above 2^53-1')
  const transactions = block.transactions as readonly JsonObject[]
  const senders = transactions.map(({ from }, index) =>
    dataOf(`transactions[${index}].from`, from, 20),
  )
  return {
    number,
    hash: block.hash as Hex,
    parentHash: block.parentHash as Hex,
    totalDifficulty: reader.has('totalDifficulty')
      ? reader.bigint('totalDifficulty')
      : totalDifficultyBefore + reader.bigint('difficulty'),
    rlp: blockRlp(encoded),
    senders: new Uint8Array(Buffer.concat(senders)),
    blobGasPrice: blobGasPrice(receipts),
    ...(accessList && { accessList }),
  }
}

/** As in the receipts of blob transactions, the only place where it is used. */
function blobGasPrice(receipts: readonly JsonObject[]): bigint {
  const index = receipts.findIndex((receipt) => receipt.blobGasPrice !== undefined)
  if (index === -1) return 0n
  return new FieldReader(`receipts[${index}]`, receipts[index]).bigint('blobGasPrice')
}

/**
 * Checks the total difficulty. `size` is not checked: no hash covers it, and some nodes get it wrong (Anvil by one byte
 * if a transaction's length takes one more). If the dialect is known, all fields are compared with it.
 *
 * @throws {FieldError} if it is not the sum of the difficulties
 */
export function requireTotalDifficulty(
  { block }: BlockJson,
  { totalDifficultyBefore }: SealContext,
): void {
  const reader = new FieldReader('', block)
  if (reader.has('totalDifficulty') && totalDifficultyBefore !== undefined) {
    const sum = totalDifficultyBefore + reader.bigint('difficulty')
    requireSame('totalDifficulty', block.totalDifficulty, `0x${sum.toString(16)}`)
  }
}

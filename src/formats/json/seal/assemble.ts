import type { SealedBlock } from '../../../chain/encoding/block.ts'
import { toListItem } from '../../../chain/encoding/listItem.ts'
import type { Hex } from '../../../primitives/hex.ts'
import { encodeRlpList } from '../../../primitives/rlp.ts'
import type { BlockJson, JsonObject } from '../blockJson.ts'
import { FieldError, requireSame } from '../fieldError.ts'
import { dataOf, FieldReader } from '../fieldReader.ts'
import { blockRlp, type EncodedBlock } from './encodeBlock.ts'

/** What a block's JSON need not say. */
export interface SealContext {
  /** of the chain, where it is known */
  readonly chainId?: number | undefined
  /** the sum of difficulties up to the parent, where it is known */
  readonly totalDifficultyBefore?: bigint | undefined
}

/** A block as the chain keeps it, and what its transactions are found by. */
export interface SealedJson {
  readonly sealed: SealedBlock
  readonly transactionHashes: readonly Hex[]
}

/**
 * Puts a block together from its encoded parts and from what its JSON says of them.
 *
 * @throws {FieldError} where its number, or who sent a transaction, cannot be read
 */
export function assemble(
  { block, receipts }: BlockJson,
  encoded: EncodedBlock,
  { totalDifficultyBefore = 0n }: SealContext,
): SealedJson {
  const reader = new FieldReader('', block)
  const number = Number(reader.bigint('number'))
  if (!Number.isSafeInteger(number)) throw new FieldError('number', 'it is above 2^53-1')
  const transactions = block.transactions as readonly JsonObject[]
  const senders = transactions.map(({ from }, index) =>
    dataOf(`transactions[${index}].from`, from, 20),
  )
  return {
    sealed: {
      number,
      hash: block.hash as Hex,
      parentHash: block.parentHash as Hex,
      totalDifficulty: reader.has('totalDifficulty')
        ? reader.bigint('totalDifficulty')
        : totalDifficultyBefore + reader.bigint('difficulty'),
      rlp: blockRlp(encoded),
      receiptsRlp: encodeRlpList(encoded.receipts.map((receipt) => toListItem(receipt.encoded))),
      senders: new Uint8Array(Buffer.concat(senders)),
      blobGasPrice: blobGasPrice(receipts),
    },
    transactionHashes: transactions.map(({ hash }) => hash as Hex),
  }
}

/** Of no use but for receipts of blob transactions, which say it. */
function blobGasPrice(receipts: readonly JsonObject[]): bigint {
  const index = receipts.findIndex((receipt) => receipt.blobGasPrice !== undefined)
  if (index === -1) return 0n
  return new FieldReader(`receipts[${index}]`, receipts[index]).bigint('blobGasPrice')
}

/**
 * Makes sure of what is stated of the whole. Its size is not looked at: no hash covers it, and good nodes get it wrong
 * (Anvil by a byte, where a transaction's length takes another one). Where a dialect is known, it is held to that.
 *
 * @throws {FieldError} where it is not what the block comes to
 */
export function requireStated({ block }: BlockJson, { totalDifficultyBefore }: SealContext): void {
  const reader = new FieldReader('', block)
  if (reader.has('totalDifficulty') && totalDifficultyBefore !== undefined) {
    const sum = totalDifficultyBefore + reader.bigint('difficulty')
    requireSame('totalDifficulty', block.totalDifficulty, `0x${sum.toString(16)}`)
  }
}

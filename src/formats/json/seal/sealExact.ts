import { StoredBlock } from '../../../chain/encoding/storedBlock.ts'
import type { Dialect } from '../../../endpoint/dialects/dialect.ts'
import { isBlockText } from '../../../endpoint/dialects/text/blockText.ts'
import { toBigInt, toHex } from '../../../primitives/hex.ts'
import type { BlockSource, BlockTexts } from '../blockJson.ts'
import { isCommitted } from '../exact/isCommitted.ts'
import { readBlock } from '../exact/readBlock.ts'
import { readReceipts } from '../exact/readReceipts.ts'
import { OtherTextError } from '../exact/textCursor.ts'
import { FieldError } from '../fieldError.ts'
import type { SealContext, SealedJson } from './assemble.ts'
import { encodeAccessList } from './encodeAccessList.ts'
import { encodeBlock } from './encodeBlock.ts'
import { type VerifyOptions, verifyTransactions } from './verifyHashes.ts'

/**
 * Reads a block whose files have exactly the text that one dialect writes, as those of every export have. Then all
 * fields are right once the hash and the roots are: the text is written again from the bytes that these cover, and
 * compared. `sealBlock` checks each field by itself, which takes several times as long.
 *
 * @returns undefined if anything is wrong or written otherwise: `sealBlock` finds out what
 */
export async function sealExact(
  source: BlockSource,
  texts: BlockTexts,
  context: SealContext & VerifyOptions & { readonly dialect: Dialect },
): Promise<SealedJson | undefined> {
  try {
    const found = readExact(source, texts, context)
    if (found === undefined || !isBlockText(texts, found.sealed, context.dialect)) return undefined
    if (context.signatures) {
      const { json } = source
      await verifyTransactions(json.block, encodeBlock(json, context.chainId).transactions, context)
    }
    return found
  } catch (error) {
    if (error instanceof FieldError || error instanceof OtherTextError) return undefined
    throw error
  }
}

/** @returns undefined if the header does not have the hashes of its parts */
function readExact(
  source: BlockSource,
  texts: BlockTexts,
  { chainId, totalDifficultyBefore }: SealContext,
): (SealedJson & { readonly sealed: StoredBlock }) | undefined {
  const block = readBlock(texts.block, texts.uncles, chainId)
  const receipts = readReceipts(texts.receipts)
  const { header, transactions } = block
  if (receipts.encoded.length !== transactions.length || !isCommitted(block, receipts)) {
    return undefined
  }
  const sum = (totalDifficultyBefore ?? 0n) + toBigInt(header.difficulty)
  const { totalDifficulty = sum } = block
  const number = Number(toBigInt(header.number))
  const isSum = totalDifficultyBefore === undefined || totalDifficulty === sum
  if (!isSum || !Number.isSafeInteger(number)) return undefined
  const accessList = texts.accessList && encodeAccessList(source.json)
  const sealed = new StoredBlock({
    number,
    hash: toHex(header.hash),
    parentHash: toHex(header.parentHash),
    totalDifficulty,
    rlp: block.rlp,
    senders: new Uint8Array(Buffer.concat(transactions.map(({ from }) => from))),
    blobGasPrice: receipts.blobGasPrice,
    receiptsWithoutBlooms: receipts.stored,
    accessList,
  })
  return { sealed, transactionHashes: transactions.map(({ hash }) => hash) }
}

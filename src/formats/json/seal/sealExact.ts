import type { Dialect } from '../../../endpoint/dialects/dialect.ts'
import { type BlockText, writeBlockText } from '../../../endpoint/dialects/text/blockText.ts'
import type { BlockJson, BlockTexts } from '../blockJson.ts'
import { FieldError } from '../fieldError.ts'
import {
  assembleStored,
  requireTotalDifficulty,
  type SealContext,
  type SealedJson,
} from './assemble.ts'
import { encodeBlock } from './encodeBlock.ts'
import { requireCommitments, type VerifyOptions, verifyTransactions } from './verifyHashes.ts'

/**
 * Encodes a block whose files have exactly the text that one dialect writes, as those of every export have. Then all
 * fields are right once the hash and the roots are: the text is written again from the bytes that these cover, and
 * compared. `sealBlock` checks each field by itself, which takes several times as long.
 *
 * @returns undefined if anything is wrong or written otherwise: `sealBlock` finds out what
 */
export async function sealExact(
  json: BlockJson,
  texts: BlockTexts,
  context: SealContext & VerifyOptions & { readonly dialect: Dialect },
): Promise<SealedJson | undefined> {
  try {
    const encoded = encodeBlock(json, context.chainId)
    requireCommitments(json, encoded)
    requireTotalDifficulty(json, context)
    const found = assembleStored(json, encoded, context)
    if (!isSame(texts, writeBlockText(found.sealed, context.dialect))) return undefined
    if (context.signatures) await verifyTransactions(json.block, encoded.transactions, context)
    return found
  } catch (error) {
    if (error instanceof FieldError) return undefined
    throw error
  }
}

function isSame(texts: BlockTexts, written: BlockText): boolean {
  return (
    texts.block === textOf(written.block) &&
    texts.receipts === textOf(written.receipts) &&
    texts.uncles.length === written.uncles.length &&
    written.uncles.every((uncle, index) => texts.uncles[index] === textOf(uncle))
  )
}

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1')
}

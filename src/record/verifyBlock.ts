import type { BlockJson } from '../formats/json/blockJson.ts'
import { FieldError, requireSame } from '../formats/json/fieldError.ts'
import { FieldReader } from '../formats/json/fieldReader.ts'
import { sealBlock } from '../formats/json/seal/sealBlock.ts'
import { toQuantity } from '../primitives/hex.ts'
import { readQuantity } from './quantity.ts'
import { RecordError } from './recordError.ts'

export interface VerifyOptions {
  /** the number of the requested block */
  readonly number: number
  /** of the chain, if known */
  readonly chainId: number | undefined
  /** whether hashes, roots and senders are computed and compared */
  readonly verify: boolean
  /** aborts the verification, with its reason */
  readonly signal: AbortSignal
}

/**
 * Verifies that a node's responses are the requested block, and that its parts belong together: they were requested
 * one by one and by number, so a reorg in between would mix two blocks.
 *
 * @throws {RecordError} that names the first wrong field
 */
export async function verifyBlock(
  json: BlockJson,
  { number, chainId, verify, signal }: VerifyOptions,
): Promise<void> {
  try {
    requireShape(json, number)
    if (!verify) return
    await sealBlock(json, { chainId }, { signatures: true, signal })
  } catch (cause) {
    if (!(cause instanceof FieldError)) throw cause
    const { field, problem } = cause
    const needsChainId = field.endsWith('.chainId') && chainId === undefined
    const advice = needsChainId ? '; the node does not report its chain id, so set chainId' : ''
    throw new RecordError(`block ${number}: ${field}: ${problem}${advice}`, {
      cause,
      block: number,
      field,
    })
  }
}

/** Checks what loading relies on even without verification. */
function requireShape({ block, receipts, uncles }: BlockJson, number: number): void {
  const reader = new FieldReader('', block)
  if (readQuantity(block.number) !== number) {
    requireSame('number', block.number, toQuantity(number))
  }
  for (const name of ['hash', 'parentHash']) reader.data(name, 32)
  for (const [index, each] of reader.list('transactions').entries()) {
    new FieldReader(`transactions[${index}]`, each)
  }
  if (!Array.isArray(receipts)) throw new FieldError('receipts', 'not an array')
  for (const [index, each] of receipts.entries()) new FieldReader(`receipts[${index}]`, each)
  for (const [index, each] of uncles.entries()) new FieldReader(`uncles[${index}]`, each)
}

import type { BlockJson } from '../formats/json/blockJson.ts'
import { FieldError, requireSame } from '../formats/json/fieldError.ts'
import { FieldReader } from '../formats/json/fieldReader.ts'
import { sealBlock } from '../formats/json/seal/sealBlock.ts'
import { toQuantity } from '../primitives/hex.ts'
import { readQuantity } from './quantity.ts'
import { RecordError } from './recordError.ts'

export interface FitOptions {
  /** the block's number */
  readonly number: number
  /** of the chain, where it is known */
  readonly chainId: number | undefined
  /** whether hashes and roots are computed, too */
  readonly verify: boolean
  /** ends it, with its reason */
  readonly signal: AbortSignal
}

/**
 * Makes sure that what a node gave is the block that it was asked for, and that its parts belong together: they came one
 * by one, and by number, so that meanwhile another block may have taken its place.
 *
 * @throws {RecordError} at the first field that does not fit
 */
export async function requireFit(
  json: BlockJson,
  { number, chainId, verify, signal }: FitOptions,
): Promise<void> {
  try {
    requireForm(json, number)
    if (!verify) return
    await sealBlock(json, { chainId }, signal)
  } catch (cause) {
    if (!(cause instanceof FieldError)) throw cause
    const { field, problem } = cause
    const needsChainId = field.endsWith('.chainId') && chainId === undefined
    const advice = needsChainId ? '; the node does not tell the chain id, so name it' : ''
    throw new RecordError(`block ${number}: ${field}: ${problem}${advice}`, {
      cause,
      block: number,
      field,
    })
  }
}

/** What loading takes for granted even where nothing is verified. */
function requireForm({ block, receipts, uncles }: BlockJson, number: number): void {
  const reader = new FieldReader('', block)
  if (readQuantity(block.number) !== number) {
    requireSame('number', block.number, toQuantity(number))
  }
  for (const name of ['hash', 'parentHash']) reader.data(name, 32)
  for (const [index, each] of reader.list('transactions').entries()) {
    new FieldReader(`transactions[${index}]`, each)
  }
  if (!Array.isArray(receipts)) throw new FieldError('receipts', 'it is not an array')
  for (const [index, each] of receipts.entries()) new FieldReader(`receipts[${index}]`, each)
  for (const [index, each] of uncles.entries()) new FieldReader(`uncles[${index}]`, each)
}

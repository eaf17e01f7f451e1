import type { SealedBlock } from '../chain/encoding/block.ts'
import { transactionCount } from '../chain/encoding/senders.ts'
import { toQuantity } from '../primitives/hex.ts'
import { type Answer, encodeResult, nullAnswer } from './answer.ts'
import { canonicalBlock } from './canonicalBlock.ts'
import { errorsOf } from './dialectErrors.ts'
import type { MethodContext } from './method.ts'
import type { BlockParameter } from './params/blockParameter.ts'

// Answers about blocks. Methods that name the block in different ways share them. The objects are those of the
// execution-apis schemas, as the dialects write them (docs/dialects.md).

/** A block object. */
export function blockAnswer(
  { dialect, service: { answers } }: MethodContext,
  block: SealedBlock,
  { full, pending }: { readonly full: boolean; readonly pending: boolean },
): Answer {
  const kind = `block${full ? ' full' : ''}${pending ? ' pending' : ''}`
  return answers.answer(block, dialect, kind, (view) => view.block({ full, pending }))
}

/** The header of a block, as an object. */
export function headerAnswer(
  { dialect, service: { answers } }: MethodContext,
  block: SealedBlock,
): Answer {
  return answers.answer(block, dialect, 'header', (view) => view.ownHeader())
}

/** The header of a block as a notification has it. */
export function newHeadAnswer(
  { dialect, service: { answers } }: MethodContext,
  block: SealedBlock,
): Answer {
  return answers.answer(block, dialect, 'new head', (view) => view.header())
}

/** A transaction object, or null for an index past the end. */
export function transactionAnswer(
  { dialect, service: { answers } }: MethodContext,
  block: SealedBlock,
  index: number,
  { pending }: { readonly pending: boolean },
): Answer {
  if (index >= transactionCount(block)) return nullAnswer
  const kind = `transaction ${index}${pending ? ' pending' : ''}`
  return answers.answer(block, dialect, kind, (view) => view.transaction(index, { pending }))
}

/** An uncle object, or null for an index past the end. */
export function uncleAnswer(
  { dialect, service: { answers } }: MethodContext,
  block: SealedBlock,
  index: number,
): Answer {
  return answers.answer(block, dialect, `uncle ${index}`, (view) => view.uncle(index))
}

/** The receipts of all transactions of a block. */
export function receiptsAnswer(
  { dialect, service: { answers } }: MethodContext,
  block: SealedBlock,
): Answer {
  return answers.answer(block, dialect, 'receipts', (view) => view.receipts())
}

/**
 * A receipt object.
 *
 * @param index of a transaction that the block has
 */
export function receiptAnswer(
  { dialect, service: { answers } }: MethodContext,
  block: SealedBlock,
  index: number,
): Answer {
  return answers.answer(block, dialect, `receipt ${index}`, (view) => view.receipt(index))
}

/** How many transactions a block has: QUANTITY. */
export function transactionCountAnswer(block: SealedBlock): Answer {
  return encodeResult(toQuantity(transactionCount(block)))
}

/** How many uncles a block has: QUANTITY. */
export function uncleCountAnswer(
  { dialect, service: { answers } }: MethodContext,
  block: SealedBlock,
): Answer {
  return answers.answer(block, dialect, 'uncle count', ({ uncleCount }) => toQuantity(uncleCount))
}

/**
 * Answers from the block that a parameter names, or null where it does not exist.
 *
 * @throws {RequestError} where the dialect has an error for a tag without a block
 */
export function answerFromBlock(
  context: Pick<MethodContext, 'view' | 'dialect'>,
  parameter: BlockParameter,
  answer: (block: SealedBlock, options: { readonly pending: boolean }) => Answer,
): Answer | Promise<Answer> {
  if (parameter === 'pending') return answerFromPending(context, answer)
  const { view, dialect } = context
  const block = canonicalBlock(view, parameter)
  if (block !== undefined) return answer(block, { pending: false })
  const isFinality = parameter === 'safe' || parameter === 'finalized'
  const error = isFinality ? errorsOf(dialect.name).unsetTag(parameter) : undefined
  if (error !== undefined) throw error
  return nullAnswer
}

async function answerFromPending(
  { view, dialect }: Pick<MethodContext, 'view' | 'dialect'>,
  answer: (block: SealedBlock, options: { readonly pending: boolean }) => Answer,
): Promise<Answer> {
  const block = await view.pendingBlock()
  if (block !== undefined) return answer(block, { pending: true })
  const { noPendingBlock } = errorsOf(dialect.name)
  if (noPendingBlock !== undefined) throw noPendingBlock()
  return nullAnswer
}

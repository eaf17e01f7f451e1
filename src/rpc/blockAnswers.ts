import type { SealedBlock } from '../chain/encoding/block.ts'
import { toQuantity } from '../primitives/hex.ts'
import { type Answer, encodeResult, nullAnswer } from './answer.ts'
import { dialectErrors } from './dialectErrors.ts'
import type { MethodContext } from './method.ts'
import type { BlockParameter } from './params/blockParameter.ts'

// The answers that several methods give, each by its own way of naming a block. The objects are
// those of the execution-apis schemas, as dialects write them (docs/service.md, Dialects).

/** A block object. */
export function blockAnswer(
  { dialect, answers }: MethodContext,
  block: SealedBlock,
  { full, pending }: { readonly full: boolean; readonly pending: boolean },
): Answer {
  const form = `block${full ? ' full' : ''}${pending ? ' pending' : ''}`
  return answers.answer(block, dialect, form, (view) => view.block({ full, pending }))
}

/** A transaction object, or null past the last one. */
export function transactionAnswer(
  { dialect, answers }: MethodContext,
  block: SealedBlock,
  index: number,
  { pending }: { readonly pending: boolean },
): Answer {
  if (index >= transactionCount(block)) return nullAnswer
  const form = `transaction ${index}${pending ? ' pending' : ''}`
  return answers.answer(block, dialect, form, (view) => view.transaction(index, { pending }))
}

/** An uncle object, or null past the last one. */
export function uncleAnswer(
  { dialect, answers }: MethodContext,
  block: SealedBlock,
  index: number,
): Answer {
  return answers.answer(block, dialect, `uncle ${index}`, (view) => view.uncle(index))
}

/** The receipts of all transactions of a block. */
export function receiptsAnswer({ dialect, answers }: MethodContext, block: SealedBlock): Answer {
  return answers.answer(block, dialect, 'receipts', (view) => view.receipts())
}

/** The receipt of a transaction that is in the block. */
export function receiptAnswer(
  { dialect, answers }: MethodContext,
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
export function uncleCountAnswer({ dialect, answers }: MethodContext, block: SealedBlock): Answer {
  return answers.answer(block, dialect, 'uncle count', ({ uncleCount }) => toQuantity(uncleCount))
}

/**
 * Answers from the block that a parameter names, or null where it does not exist.
 *
 * @throws {RequestError} where the dialect has an error for a tag that names no block yet
 */
export function answerFromBlock(
  context: Pick<MethodContext, 'view' | 'dialect'>,
  parameter: BlockParameter,
  answer: (block: SealedBlock, options: { readonly pending: boolean }) => Answer,
): Answer | Promise<Answer> {
  if (parameter === 'pending') return answerFromPending(context, answer)
  const { view, dialect } = context
  const block =
    typeof parameter === 'number' ? view.blockByNumber(parameter) : view.blockByTag(parameter)
  if (block !== undefined) return answer(block, { pending: false })
  const refusal =
    typeof parameter === 'number' ? undefined : dialectErrors[dialect.name].unsetTag(parameter)
  if (refusal !== undefined) throw refusal
  return nullAnswer
}

async function answerFromPending(
  { view, dialect }: Pick<MethodContext, 'view' | 'dialect'>,
  answer: (block: SealedBlock, options: { readonly pending: boolean }) => Answer,
): Promise<Answer> {
  const block = await view.pendingBlock()
  if (block !== undefined) return answer(block, { pending: true })
  const { noPendingBlock } = dialectErrors[dialect.name]
  if (noPendingBlock !== undefined) throw noPendingBlock()
  return nullAnswer
}

function transactionCount(block: SealedBlock): number {
  return block.senders.length / 20
}

import type { Endpoint } from '../../endpoint/endpoint.ts'
import { corrupt } from '../../endpoint/faults/corrupt/corrupt.ts'
import { type AnswerFault, isOfAnswers } from '../../endpoint/faults/fault.ts'
import type { DrawnFault } from '../../endpoint/faults/faultPlan.ts'
import { OtherBranchView, PreviousBlockView, StaleView } from '../../endpoint/faults/otherViews.ts'
import type { View } from '../../endpoint/view.ts'
import { type Answer, decodeResult, encodeError, encodeResult, nullAnswer } from '../answer.ts'
import { methodsOf } from './methodsOf.ts'
import { rateLimitError, retryAfter } from './rateLimit.ts'

/** Asks a view what the client asks. */
export type Ask = (view: View) => Answer | Promise<Answer>

/** @returns where it is wished, what asks but the first of the views that it is given */
export function once(isWished: boolean, ask: Ask): Ask {
  if (!isWished) return ask
  let answer: ReturnType<Ask> | undefined
  return (asked) => {
    answer ??= ask(asked)
    return answer
  }
}

/**
 * Answers a call wrongly, if the fault is one of the answer and makes a difference. Where the call is refused, as for
 * its params, it is refused all the same.
 *
 * @throws {RequestError}
 */
export async function alterAnswer(
  drawn: DrawnFault,
  endpoint: Endpoint,
  method: string,
  ask: Ask,
): Promise<Answer> {
  const { fault } = drawn
  if (fault.kind === 'error') {
    const { code, message, data } = fault
    drawn.happened(`${code} ${message}`)
    return encodeError({ code, message, ...(data !== undefined && { data }) })
  }
  if (fault.kind === 'rateLimit') {
    drawn.happened(`${fault.style ?? 'http429'}, ${retryAfter(fault)} s`)
    throw rateLimitError(fault)
  }
  if (!isOfAnswers(fault)) return ask(endpoint)
  let right: Answer
  try {
    right = await ask(endpoint)
  } catch (error) {
    drawn.cameToNothing()
    throw error
  }
  const { detail, answer } = wrongAnswer(fault, drawn, right, endpoint, method, ask)
  return settle(drawn, right, detail, answer)
}

interface WrongAnswer {
  /** for the log; without an answer, what would have been told of one */
  readonly detail: (wrong?: Answer) => string
  /** gives the right one where there is nothing to be made wrong */
  readonly answer: () => Answer | Promise<Answer>
}

function wrongAnswer(
  fault: AnswerFault,
  { random }: DrawnFault,
  right: Answer,
  endpoint: Endpoint,
  method: string,
  ask: Ask,
): WrongAnswer {
  switch (fault.kind) {
    case 'null':
      return { detail: () => 'null', answer: () => nullAnswer }
    case 'staleHead': {
      const view = new StaleView(endpoint, fault.blocks)
      return { detail: () => `head ${view.head.number}`, answer: () => ask(view) }
    }
    case 'previousBlock': {
      const isOfOneBlock = method !== 'eth_getLogs'
      const answer = () => (isOfOneBlock ? ask(new PreviousBlockView(endpoint)) : right)
      return { detail: () => 'the block before', answer }
    }
    case 'otherBranchReceipts': {
      const isAboutReceipts = methodsOf(fault)?.includes(method)
      const answer = () => (isAboutReceipts ? ask(new OtherBranchView(endpoint)) : right)
      return { detail: describeReceipts, answer }
    }
    case 'corrupt': {
      const result = decodeResult(right)
      const change = corrupt(fault, result, random)
      const answer = () => (change === undefined ? right : encodeResult(result))
      return { detail: () => change ?? '', answer }
    }
  }
}

/** Whose receipts an answer has: they tell of their block. */
function describeReceipts(answer?: Answer): string {
  if (answer === undefined) return 'those of another block'
  const result: unknown = decodeResult(answer)
  if (result === null) return 'null'
  const [receipt] = (Array.isArray(result) ? result : [result]) as { blockHash?: unknown }[]
  return receipt === undefined
    ? 'those of another block, which has none'
    : `those of block ${receipt.blockHash}`
}

/** Whether it makes a difference decides over whether the fault happened. */
async function settle(
  drawn: DrawnFault,
  right: Answer,
  detail: WrongAnswer['detail'],
  answer: () => Answer | Promise<Answer>,
): Promise<Answer> {
  let wrong: Answer
  try {
    wrong = await answer()
  } catch (error) {
    drawn.happened(`${detail()}: an error`)
    throw error
  }
  if (Buffer.compare(right, wrong) === 0) drawn.cameToNothing()
  else drawn.happened(detail(wrong))
  return wrong
}

import type { ReceivedCounts } from '../activity/callHistory.ts'
import { paramsSize } from '../activity/keptCalls.ts'
import type { CallDetails } from '../activity/timeline.ts'
import type { Endpoint } from '../endpoint.ts'

/** Of a longer answer, only the length is sent: sending it would take longer than the call. */
const ANSWER_MAX = 128

/** An estimate of what a call takes in memory besides its params, and an answer that is sent. */
const CALL_BYTES = 400

/** Read once, because that takes long. */
const { timeOrigin } = performance

/** A call that was answered for an endpoint of another process. */
export type SentCall = readonly [
  method: string,
  params: unknown,
  outcome: string,
  transport: CallDetails['transport'],
  /** in milliseconds since 1970 */
  began: number,
  milliseconds: number,
  answer: string | undefined,
  answerLength: number,
]

/** What an endpoint of another process is told of the calls that were answered for it. */
export interface SentCalls {
  /** how many calls came before those of the list, by method */
  readonly counts: ReceivedCounts
  /** the newest calls, as JSON: a list of `SentCall` */
  readonly newest: string
}

/** What is sent of a call, and an estimate of the memory that it takes until then. */
export function sentCall(
  method: string,
  params: unknown,
  outcome: string,
  { transport, began, milliseconds, answer }: CallDetails,
): { readonly call: SentCall; readonly bytes: number } {
  const time = timeOrigin + began
  const length = answer?.length ?? 0
  const text = length > ANSWER_MAX ? undefined : answer && textOf(answer)
  const bytes = paramsSize(params)
  const call: SentCall = [
    ...([method, bytes === undefined ? undefined : params, outcome, transport] as const),
    ...([time, milliseconds, text, text?.length ?? length] as const),
  ]
  return { call, bytes: CALL_BYTES + (bytes ?? 0) }
}

function textOf(answer: string | Uint8Array): string {
  return typeof answer === 'string' ? answer : utf8.decode(answer)
}

const utf8 = new TextDecoder()

/** Counts calls that another process has answered. */
export function addSentCalls({ activity }: Endpoint, { counts, newest }: SentCalls): void {
  activity.countCalls(counts)
  for (const call of JSON.parse(newest) as readonly SentCall[]) {
    const [method, params, outcome, transport, time, milliseconds, answer, answerLength] = call
    const began = time - timeOrigin
    const details = { transport, began, milliseconds, answer: answer ?? undefined, answerLength }
    activity.addCall(method, params ?? undefined, outcome, details)
  }
}

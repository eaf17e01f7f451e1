import type { CallDetails } from '../activity/timeline.ts'
import type { Endpoint } from '../endpoint.ts'

/** Of a longer answer, only the length is sent: sending it would take longer than the call. */
const ANSWER_MAX = 128

/** Read once, because that takes long. */
const { timeOrigin } = performance

type SentCall = readonly [
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

/** Writes a call that was answered for an endpoint of another process, as JSON. */
export function writeCall(
  method: string,
  params: unknown,
  outcome: string,
  { transport, began, milliseconds, answer }: CallDetails,
): string {
  const time = timeOrigin + began
  const length = answer?.length ?? 0
  const text = length > ANSWER_MAX ? undefined : answer && textOf(answer)
  const call: SentCall = [
    ...([method, params, outcome, transport, time, milliseconds] as const),
    ...([text, text?.length ?? length] as const),
  ]
  return JSON.stringify(call)
}

function textOf(answer: string | Uint8Array): string {
  return typeof answer === 'string' ? answer : utf8.decode(answer)
}

const utf8 = new TextDecoder()

/**
 * Counts calls that another process has answered.
 *
 * @param json a list of what `writeCall` returns
 */
export function addSentCalls({ activity }: Endpoint, json: string): void {
  for (const call of JSON.parse(json) as readonly SentCall[]) {
    const [method, params, outcome, transport, time, milliseconds, answer, answerLength] = call
    const began = time - timeOrigin
    const details = { transport, began, milliseconds, answer: answer ?? undefined, answerLength }
    activity.addCall(method, params ?? undefined, outcome, details)
  }
}

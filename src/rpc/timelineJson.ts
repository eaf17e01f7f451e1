import type { OtherEvent, RequestEvent, TimelineEvent } from '../endpoint/activity/timeline.ts'
import { beginningOfJson } from './beginningOfJson.ts'

/** Longer answers and params are cut in lists, to a text of this length. */
const WHOLE_MAX = 2048
const CUT = 512

/**
 * An entry of the timeline of an endpoint as JSON.
 *
 * @param isWhole whether with all that is kept of its params and its answer
 * @param printed what its code has printed
 */
export function timelineJson(
  event: TimelineEvent,
  isWhole: boolean,
  printed: readonly string[] = [],
): string {
  const members = event.type === 'request' ? requestMembers(event, isWhole) : otherMembers(event)
  if (printed.length > 0) members.push(`"printed":${JSON.stringify(printed)}`)
  const { sequence, type, began } = event
  const time = Math.round(performance.timeOrigin + began)
  return `{"sequence":${sequence},"time":${time},"type":"${type}",${members.join(',')}}`
}

function requestMembers(event: RequestEvent, isWhole: boolean): string[] {
  const { kept, transport, milliseconds, answerLength, replica, faults = [] } = event
  const { method, params, outcome } = kept.call
  return [
    `"transport":"${transport}"`,
    ...(replica === undefined ? [] : [`"replica":${JSON.stringify(replica)}`]),
    `"method":${JSON.stringify(method)}`,
    ...paramsMembers(params, isWhole),
    `"outcome":${JSON.stringify(outcome)}`,
    `"milliseconds":${Math.round(milliseconds * 1000) / 1000}`,
    `"answerLength":${answerLength}`,
    ...answerMembers(event, isWhole),
    ...(faults.length === 0 ? [] : [`"faults":${JSON.stringify(faults)}`]),
  ]
}

function otherMembers({ method, params, outcome, faults = [] }: OtherEvent): string[] {
  return [
    `"method":${JSON.stringify(method)}`,
    ...paramsMembers(params, true),
    `"outcome":${JSON.stringify(outcome)}`,
    ...(faults.length === 0 ? [] : [`"faults":${JSON.stringify(faults)}`]),
  ]
}

function paramsMembers(params: unknown, isWhole: boolean): readonly string[] {
  if (params === undefined) return []
  const json = isWhole ? writeJson(params) : beginningOfJson(params, WHOLE_MAX)
  if (isWhole || json.length <= WHOLE_MAX) return [`"params":${json}`]
  return [`"paramsText":${JSON.stringify(json.slice(0, CUT))}`]
}

/** The answer is the rest of a response after its id: `"result":…}`. */
function answerMembers(
  { answer, answerLength }: RequestEvent,
  isWhole: boolean,
): readonly string[] {
  if (answer === undefined) return []
  const isKept = answer.length === answerLength
  if (isKept && (isWhole || answerLength <= WHOLE_MAX)) return [`"answer":{${textOf(answer)}`]
  const text = textOf(isWhole ? answer : answer.slice(0, CUT))
  return [`"answerText":${JSON.stringify(`{${text}`)}`]
}

function textOf(answer: string | Uint8Array): string {
  return typeof answer === 'string' ? answer : new TextDecoder().decode(answer)
}

/** In process, params may be any value. */
function writeJson(value: unknown): string {
  try {
    const json = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))
    return json ?? 'null'
  } catch {
    return '"no JSON"'
  }
}

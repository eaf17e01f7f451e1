import type { ErrorObject } from './errors.ts'

/**
 * A response after its id: `"result":…}` or `"error":{…}}`. It is the same for every client, so a long one is encoded as
 * bytes once; the small part before it is written for each request. A short one stays text, because writing it together
 * with that part takes less time than allocating bytes for it.
 */
export type Answer = string | Uint8Array

/** A longer text is encoded. */
const TEXT_LENGTH_MAX = 500

const RESULT = Buffer.from('"result":')
const END = '}'.charCodeAt(0)

/** @param result plain JSON values; undefined members are omitted */
export function encodeResult(result: unknown): Answer {
  return encodeResultText(JSON.stringify(result))
}

/** @param json the result as JSON */
export function encodeResultText(json: string): Answer {
  return encode(`"result":${json}}`)
}

/** @param json the result as JSON in UTF-8 */
export function encodeResultBytes(json: Uint8Array): Answer {
  if (json.length <= TEXT_LENGTH_MAX) return encodeResultText(Buffer.from(json).toString())
  const answer = Buffer.allocUnsafeSlow(RESULT.length + json.length + 1)
  answer.set(RESULT)
  answer.set(json, RESULT.length)
  answer[answer.length - 1] = END
  return answer
}

/** @param parts of the result as JSON in UTF-8; a string has only ASCII characters */
export function encodeResultParts(parts: readonly (Uint8Array | string)[]): Answer {
  const length = parts.reduce((sum, part) => sum + part.length, RESULT.length + 1)
  const answer = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const part of [RESULT, ...parts]) {
    if (typeof part === 'string') answer.write(part, at, 'latin1')
    else answer.set(part, at)
    at += part.length
  }
  answer[at] = END
  return answer
}

export function encodeError(error: ErrorObject): Answer {
  return encode(`"error":${JSON.stringify(error)}}`)
}

/** The members of an answer. */
export function decodeAnswer(answer: Answer): {
  readonly result?: unknown
  readonly error?: ErrorObject
} {
  return JSON.parse(`{${textOf(answer)}`)
}

/** The `result` of an answer that is not an error. */
export function decodeResult(answer: Answer): unknown {
  return decodeAnswer(answer).result
}

function encode(text: string): Answer {
  if (text.length <= TEXT_LENGTH_MAX) return text
  // Not Buffer.from, which may use a part of a shared slab: a cached answer would keep the whole slab.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** The answer of a lookup that found nothing, which is not an error. */
export const nullAnswer: Answer = encodeResult(null)

/** Whether an answer has a result, and this is not null. */
export function hasResult(answer: Answer): boolean {
  return !isError(answer) && answer !== nullAnswer
}

export function isError(answer: Answer): boolean {
  return answer[1] === (typeof answer === 'string' ? 'e' : 'e'.charCodeAt(0))
}

export function isSame(one: Answer, other: Answer): boolean {
  return textOf(one) === textOf(other)
}

function textOf(answer: Answer): string {
  return typeof answer === 'string' ? answer : new TextDecoder().decode(answer)
}

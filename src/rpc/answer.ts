import type { ErrorObject } from './errors.ts'

/**
 * An encoded response after its id: `"result":…}` or `"error":{…}}`. It is the same for every client, so it is encoded
 * once; the small part before it is written for each request.
 */
export type Answer = Uint8Array

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
  const answer = Buffer.allocUnsafeSlow(RESULT.length + json.length + 1)
  answer.set(RESULT)
  answer.set(json, RESULT.length)
  answer[answer.length - 1] = END
  return answer
}

export function encodeError(error: ErrorObject): Answer {
  return encode(`"error":${JSON.stringify(error)}}`)
}

/** The `result` of an answer that is not an error. */
export function decodeResult(answer: Answer): unknown {
  return JSON.parse(`{${new TextDecoder().decode(answer)}`).result
}

function encode(text: string): Answer {
  // Not Buffer.from, which may use a part of a shared slab: a cached answer would keep the whole slab.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** The answer of a lookup that found nothing, which is not an error. */
export const nullAnswer: Answer = encodeResult(null)

/** Whether an answer has a result, and this is not null. */
export function hasResult(answer: Answer): boolean {
  return !isError(answer) && Buffer.compare(answer, nullAnswer) !== 0
}

export function isError(answer: Answer): boolean {
  return answer[1] === 'e'.charCodeAt(0)
}

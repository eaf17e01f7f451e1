import type { ErrorObject } from './errors.ts'

/**
 * An encoded response from its id on: `"result":…}` or `"error":{…}}`. It is the same for every
 * client that asks, so it is encoded once; what stands before it is small and is written for each
 * of them.
 */
export type Answer = Uint8Array

/** @param result plain JSON values; what is undefined in an object is left out */
export function encodeResult(result: unknown): Answer {
  return encodeResultText(JSON.stringify(result))
}

/** @param json the result as JSON */
export function encodeResultText(json: string): Answer {
  return encode(`"result":${json}}`)
}

export function encodeError(error: ErrorObject): Answer {
  return encode(`"error":${JSON.stringify(error)}}`)
}

/** The `result` of an answer that is not an error. */
export function decodeResult(answer: Answer): unknown {
  return JSON.parse(`{${new TextDecoder().decode(answer)}`).result
}

function encode(text: string): Answer {
  // Not Buffer.from: that may cut from a shared slab, and a kept answer would keep the whole slab.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** A lookup found nothing: that is an answer, not an error. */
export const nullAnswer: Answer = encodeResult(null)

/** Whether it is no error, and its result is not null. */
export function hasResult(answer: Answer): boolean {
  return !isError(answer) && Buffer.compare(answer, nullAnswer) !== 0
}

export function isError(answer: Answer): boolean {
  return answer[1] === 'e'.charCodeAt(0)
}

import type { Answer } from './answer.ts'

/**
 * A response body in parts, which are sent in order: what is written for this client as text, cached answers as bytes.
 * Copying them into one buffer would take longer than the rest of the response.
 */
export type Reply = readonly [string, ...ReplyPart[]]

export type ReplyPart = string | Uint8Array

/** @param id as JSON */
export function respond(id: string, answer: Answer): Reply {
  const start = `{"jsonrpc":"2.0","id":${id},`
  return typeof answer === 'string' ? [start + answer] : [start, answer]
}

/** Joins the replies to a batch into an array; undefined where there are none because every request is a notification. */
export function joinBatch(replies: readonly Reply[]): Reply | undefined {
  let parts: [string, ...ReplyPart[]] | undefined
  for (const [envelope, ...rest] of replies) {
    if (parts === undefined) parts = [`[${envelope}`, ...rest]
    else parts.push(`,${envelope}`, ...rest)
  }
  parts?.push(']')
  return parts
}

export function byteLength(reply: readonly ReplyPart[]): number {
  let bytes = 0
  for (const part of reply) bytes += bytesOf(part)
  return bytes
}

/** The size of one part. */
export function bytesOf(part: ReplyPart): number {
  // Buffer.byteLength takes longer to find that it has bytes.
  return typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength
}

/** A reply in one piece. */
export function textOf(reply: Reply): string {
  return reply
    .map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString()))
    .join('')
}

import type { Answer } from './answer.ts'

/**
 * A response body in parts, to be sent one after the other: what is written for this client alone
 * as text, kept answers as the bytes they are kept in. Copying them together would cost more than
 * all else in answering.
 */
export type Reply = readonly [string, ...ReplyPart[]]

export type ReplyPart = string | Uint8Array

/** @param id as JSON */
export function respond(id: string, answer: Answer): Reply {
  return [`{"jsonrpc":"2.0","id":${id},`, answer]
}

/**
 * Puts the replies to the requests of a batch into an array; undefined where there are none, all of them being
 * notifications.
 */
export function joinBatch(replies: readonly Reply[]): Reply | undefined {
  if (replies.length === 0) return undefined
  const parts: ReplyPart[] = []
  for (const [envelope, ...rest] of replies) {
    parts.push(`${parts.length === 0 ? '[' : ','}${envelope}`, ...rest)
  }
  parts.push(']')
  return parts as unknown as Reply
}

/** How many bytes a reply has. */
export function byteLength(reply: readonly ReplyPart[]): number {
  let bytes = 0
  for (const part of reply) bytes += Buffer.byteLength(part)
  return bytes
}

/** A reply in one piece. */
export function textOf(reply: Reply): string {
  return reply
    .map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString()))
    .join('')
}

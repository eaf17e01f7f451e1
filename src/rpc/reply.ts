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
 * Puts the replies to the requests of a batch into an array, notifications left out; undefined if
 * that is all.
 */
export function joinBatch(replies: readonly (Reply | undefined)[]): Reply | undefined {
  const parts = replies.flatMap((reply) => (reply === undefined ? [] : [',', ...reply]))
  return parts.length === 0 ? undefined : ['[', ...parts.slice(1), ']']
}

/** How many bytes a reply has. */
export function byteLength(reply: readonly ReplyPart[]): number {
  let bytes = 0
  for (const part of reply) bytes += Buffer.byteLength(part)
  return bytes
}

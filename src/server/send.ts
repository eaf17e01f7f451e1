import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { isLong, type LongReply } from '../rpc/longAnswers/longAnswer.ts'
import { byteLength, type Reply } from '../rpc/reply.ts'
import type { ClientMemory } from './clientMemory.ts'
import { sendReply } from './httpReply.ts'

/**
 * Sends a reply, and counts its memory.
 *
 * @param headers as for `sendReply`
 * @returns resolves when it is sent, unless it is sent already
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply | LongReply | undefined,
  memory: ClientMemory,
  { activity }: Endpoint,
  headers?: readonly string[],
): Promise<void> | undefined {
  const { socket } = request
  const countUnread = () => {
    if (socket.writableLength > 0) memory.of(socket).countUnread()
  }
  const sent = sendReply(request, response, reply, headers)
  if (sent === undefined) {
    countUnread()
    return undefined
  }
  // The whole reply is in memory until it is compressed, unless it is long.
  const bytes = isLong(reply) ? 0 : byteLength(reply ?? [])
  memory.of(socket).add(bytes)
  activity.begin('requests')
  return sent.then(countUnread).finally(() => {
    memory.of(socket).add(-bytes)
    activity.end('requests')
  })
}

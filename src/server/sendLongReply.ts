import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type LongReply, longChunks, longLength } from '../rpc/longAnswers/longAnswer.ts'
import { acceptsGzip } from './gzip.ts'

/**
 * Sends a reply as fast as the client takes it, and discards the answer.
 *
 * @param headers names and values alternating
 * @returns resolves when it is sent, or the client has disconnected
 * @throws what reading the file throws
 */
export async function sendLongReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: LongReply,
  headers: readonly string[],
): Promise<void> {
  try {
    if (response.headersSent || response.destroyed) return
    const isGzipped = acceptsGzip(request.headers['accept-encoding'])
    response.writeHead(200, [
      ...headers,
      'Vary',
      'Accept-Encoding',
      isGzipped ? 'Content-Encoding' : 'Content-Length',
      isGzipped ? 'gzip' : String(longLength(reply)),
    ])
    const chunks = Readable.from(longChunks(reply), { objectMode: false })
    await (isGzipped ? pipeline(chunks, createGzip(), response) : pipeline(chunks, response))
  } catch (error) {
    const isGone = request.socket.destroyed
    // So that the client sees that the answer is incomplete.
    response.destroy()
    if (!isGone) throw error
  } finally {
    reply.answer.discard()
  }
}

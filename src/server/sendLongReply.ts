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
  let failure: unknown
  const read = async function* () {
    try {
      yield* longChunks(reply)
    } catch (error) {
      failure = error
      throw error
    }
  }
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
    const chunks = Readable.from(read(), { objectMode: false })
    await (isGzipped ? pipeline(chunks, createGzip(), response) : pipeline(chunks, response))
  } catch {
    // So that the client sees that the answer is incomplete, unless it has disconnected itself.
    response.destroy()
    if (failure !== undefined) throw failure
  } finally {
    reply.answer.discard()
  }
}

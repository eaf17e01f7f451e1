import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type LongReply, longChunks, longLength } from '../rpc/longAnswers/longAnswer.ts'
import { acceptsGzip, forAnyOrigin, jsonContent } from './httpReply.ts'

/**
 * Sends a reply as fast as the client takes it, and discards the answer.
 *
 * @returns resolves when it is sent, or the client has disconnected
 */
export async function sendLongReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: LongReply,
): Promise<void> {
  const { answer } = reply
  try {
    if (response.headersSent || response.destroyed) return
    const isGzipped = acceptsGzip(request.headers['accept-encoding'])
    response.writeHead(200, [
      ...jsonContent,
      ...forAnyOrigin,
      'Vary',
      'Accept-Encoding',
      isGzipped ? 'Content-Encoding' : 'Content-Length',
      isGzipped ? 'gzip' : String(longLength(reply)),
    ])
    const chunks = Readable.from(longChunks(reply), { objectMode: false })
    const { signal } = answer
    await (isGzipped
      ? pipeline(chunks, createGzip(), response, { signal })
      : pipeline(chunks, response, { signal }))
  } catch {
    // The client has disconnected, or the answer was dropped: the client sees that it is incomplete.
    response.destroy()
  } finally {
    answer.discard()
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLong, type LongReply } from '../rpc/longAnswers/longAnswer.ts'
import { byteLength, type Reply, type ReplyPart } from '../rpc/reply.ts'
import { coalesce } from './coalesce.ts'
import { acceptsGzip, gzip, gzipInTurns, takesLong } from './gzip.ts'
import { forAnyOrigin, jsonContent } from './httpHeaders.ts'
import { sendLongReply } from './sendLongReply.ts'

/** Smaller bodies fit in three packets, and decompressing them takes the client longer than it saves. */
const GZIP_BYTES_MIN = 4096

const usualHeaders = [...jsonContent, ...forAnyOrigin]

/**
 * Sends a JSON-RPC reply, with status 200 even if it is an error. Does nothing if the request was refused meanwhile.
 *
 * @param reply undefined for notifications: the body is empty
 * @param given header fields, names and values alternating; default: those of JSON that any web page may read
 * @returns resolves when a reply is sent that is long, or has to be compressed; undefined for others, which are sent already
 */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply | LongReply | undefined,
  given: readonly string[] = usualHeaders,
): Promise<void> | undefined {
  if (isLong(reply)) return sendLongReply(request, response, reply, given)
  const headers = [...given]
  const body: readonly ReplyPart[] = reply ?? []
  const bytes = byteLength(body)
  if (bytes >= GZIP_BYTES_MIN) {
    headers.push('Vary', 'Accept-Encoding')
    if (acceptsGzip(request.headers['accept-encoding'])) {
      headers.push('Content-Encoding', 'gzip')
      if (takesLong(body)) {
        return gzipInTurns(body).then((gzipped) => sendBody(response, headers, gzipped))
      }
      sendBody(response, headers, gzip(body))
      return undefined
    }
  }
  sendBody(response, headers, body, bytes)
  return undefined
}

function sendBody(
  response: ServerResponse,
  headers: string[],
  body: readonly ReplyPart[],
  bytes = byteLength(body),
): void {
  if (response.headersSent) return
  headers.push('Content-Length', String(bytes))
  response.writeHead(200, headers)
  // node:http sends a text at the start together with the header, and a corked response in one write. Uncorked before its
  // end: what is still corked gets another, empty chunk, which takes the system a microsecond.
  response.cork()
  for (const chunk of body.length > 2 ? coalesce(body, bytes) : body) response.write(chunk)
  response.uncork()
  response.end()
}

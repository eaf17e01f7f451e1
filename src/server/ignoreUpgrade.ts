import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** What is said to the next hop alone, and here of the upgrade alone. */
const upgradeHeaders = new Set(['connection', 'upgrade', 'http2-settings'])

/**
 * Goes on as if no upgrade had been offered, as a server may (RFC 9110, 7.8). Clients offer HTTP/2
 * so with a plain request: Java's HttpClient does unless told otherwise. node:http takes every
 * offer for accepted once there is an `upgrade` listener; so it is given the connection anew, with
 * the request as it is without the offer.
 *
 * @param head what has been read after the request's head
 */
export function ignoreUpgrade(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { method, url, httpVersion, rawHeaders, headers } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (!upgradeHeaders.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1]}`)
  }
  const persistence = /\b(?:close|keep-alive)\b/i.exec(headers.connection ?? '')
  if (persistence !== null) lines.push(`Connection: ${persistence[0]}`)
  // node:http reads heads as Latin-1.
  const plainHead = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  socket.unshift(Buffer.concat([plainHead, head]))
  server.emit('connection', socket)
}

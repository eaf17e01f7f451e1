import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** The header fields about the upgrade, which are for the next hop only. */
const upgradeHeaders = new Set(['connection', 'upgrade', 'http2-settings'])

/**
 * Answers a request as if it did not offer an upgrade, as a server may (RFC 9110, 7.8). Java's HttpClient, for one, offers
 * HTTP/2 with its requests by default. With an `upgrade` listener node:http hands over every such connection, so this
 * passes the connection back to it, with the request as it would be without the offer.
 *
 * @param head the bytes that were read after the header
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

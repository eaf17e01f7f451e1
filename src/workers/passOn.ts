import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'

/** Has another worker answer a request, at the socket where it takes those of other workers. */
export function passOnRequest(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method, url, headers, rawHeaders } = request
  // A connection of its own: one that is used again may be closed at the same moment.
  const options = { socketPath: path, method, path: url, headers: rawHeaders, agent: false }
  const passed = httpRequest(options)
  // A fault may break the connection off, so this one is broken off, too; or the other worker has ended.
  const fail = (): void => void request.socket.resetAndDestroy()
  passed.on('response', (answer) => {
    response.writeHead(answer.statusCode as number, answer.statusMessage, answer.rawHeaders)
    pipeline(answer, response, (error) => error && fail())
  })
  passed.on('error', () => {
    if (!response.headersSent) fail()
  })
  response.on('close', () => passed.destroy())
  // What has no chunks ends by itself. To end it would be another write, which fails if the other worker has answered and
  // closed the connection.
  const isChunked = headers['transfer-encoding'] !== undefined
  if (!isChunked && headers['content-length'] === undefined) {
    passed.end()
    return
  }
  passed.flushHeaders()
  request.pipe(passed, { end: isChunked })
}

/** Connects a client that asks for a WebSocket with another worker. */
export function passOnUpgrade(
  path: string,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  }
  const other = connect(path)
  other.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  other.write(head)
  pipeline(socket, other, socket, () => {})
}

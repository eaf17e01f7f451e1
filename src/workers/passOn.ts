import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often a worker is tried that is being started again, and for how long. */
const RETRY_MS = 50
const WAIT_MS = 30_000

/** Fields that are about a connection and not about a request (RFC 9110, 7.6.1). */
const ofConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive'])

/**
 * Has another worker answer a request.
 *
 * @param path of the socket where it takes the requests of other workers
 */
export async function passOnRequest(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A fault may break the connection off, so this one is broken off, too; or the other worker has ended.
  const fail = (): void => void request.socket.resetAndDestroy()
  const socket = await connectWith(path, request.socket)
  if (socket === undefined) return fail()
  const { method, url, headers } = request
  const passed = httpRequest({
    ...{ method, path: url, headers: endToEnd(request) },
    // One that was used before may be closed at the same moment.
    createConnection: () => socket,
  })
  passed.on('response', (answer) => {
    response.writeHead(answer.statusCode as number, answer.statusMessage, endToEnd(answer))
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

/**
 * Connects a client that asks for a WebSocket with another worker.
 *
 * @param path as for `passOnRequest`
 */
export async function passOnUpgrade(
  path: string,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const other = await connectWith(path, socket)
  if (other === undefined) return void socket.destroy()
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  }
  other.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  other.write(head)
  pipeline(socket, other, socket, () => {})
}

/**
 * Connects with a worker, as soon as it can be.
 *
 * @param client for whom it is done
 * @returns undefined if that takes too long, or the client has disconnected
 */
async function connectWith(path: string, client: Duplex): Promise<Socket | undefined> {
  const end = performance.now() + WAIT_MS
  while (!client.destroyed && performance.now() < end) {
    const socket = connect(path)
    try {
      await once(socket, 'connect')
      return socket
    } catch {
      await sleep(RETRY_MS)
    }
  }
  return undefined
}

/** The fields of a message that are not about its connection: names and values in turn. */
function endToEnd({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter(
    (_, index) => !ofConnection.has((rawHeaders[index - (index % 2)] as string).toLowerCase()),
  )
}

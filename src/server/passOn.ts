import { once } from 'node:events'
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { connect, type Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { resetSocket } from './faults/resetSocket.ts'

/** Fields that are about a connection and not about a request (RFC 9110, 7.6.1). Trailers are not passed on, either. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
])

/** Fields that `Connection` cannot name, because they are about the content. */
const ofContent: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'content-type',
  'host',
])

/** A header field to set. */
type Field = readonly [name: string, value: string]

/**
 * Passes a request on to another process, unless that process ends or hangs before it begins to read the body.
 *
 * @param milliseconds how long it may take until it begins
 * @returns whether it has begun; otherwise the request can be passed on to another one
 */
export function passOnRequest(
  socket: Socket,
  request: IncomingMessage,
  response: ServerResponse,
  added: Field,
  milliseconds: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const isWhole = !hasBody(request)
    const expect: readonly Field[] = isWhole ? [] : [['expect', '100-continue']]
    const passed = sendHead(socket, request, response, [added, ...expect])
    let hasBegun = false
    // The other process does not carry out a request whose body it has not received; one without a body changes nothing.
    const timer = setTimeout(() => hasBegun || passed.destroy(new Error('too late')), milliseconds)
    const begin = (): void => {
      clearTimeout(timer)
      hasBegun = true
      resolve(true)
    }
    passed.on('continue', () => {
      begin()
      // A body without chunks ends with its length: to end it explicitly would be another write, which fails if the other
      // process has answered and closed the connection.
      request.pipe(passed, { end: request.headers['transfer-encoding'] !== undefined })
    })
    passed.on('response', begin)
    passed.on('error', () => {
      clearTimeout(timer)
      if (!hasBegun) resolve(false)
      else if (!response.headersSent) resetSocket(request.socket)
    })
    if (isWhole) passed.end()
    else passed.flushHeaders()
  })
}

/** Sends all but the body of a request, and has its response sent to the client. */
function sendHead(
  socket: Socket,
  request: IncomingMessage,
  response: ServerResponse,
  added: readonly Field[],
): ClientRequest {
  const { method, url, headers } = request
  // HTTP/1.0 can do without, HTTP/1.1 cannot (RFC 9112, 3.2).
  const host: readonly Field[] = headers.host === undefined ? [['host', '']] : []
  const passed = requestBy(socket, {
    method,
    path: url,
    headers: withFields(endToEnd(request), [...host, ...added]),
  })
  passed.on('response', (answer) => {
    const fields = endToEnd(answer)
    // A client of HTTP/1.0 knows no chunks: the end of the connection is the end of the response.
    const understood =
      request.httpVersion === '1.0' ? without(fields, ['transfer-encoding']) : fields
    response.writeHead(answer.statusCode as number, answer.statusMessage, understood)
    // As the other process did, because of a fault or because it has ended.
    pipeline(answer, response, (error) => error && resetSocket(request.socket))
  })
  response.on('close', () => passed.destroy())
  return passed
}

/** @throws what node:http says of a request that it does not send */
function requestBy(socket: Socket, options: RequestOptions): ClientRequest {
  try {
    // A new connection: one that was used before may be closing.
    return httpRequest({ ...options, createConnection: () => socket })
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}

/**
 * Connects a client that asks for a WebSocket with another process, unless that process ends or hangs before it answers.
 *
 * @param milliseconds how long it may take until it answers
 * @param heartbeatSeconds how often it sends something to each client; if it does not, the client is disconnected
 * @returns whether it has answered; otherwise the client can be connected with another one
 */
export async function passOnUpgrade(
  other: Socket,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  added: Field,
  milliseconds: number,
  heartbeatSeconds: number,
): Promise<boolean> {
  // Between two waits nobody else listens to it.
  other.on('error', () => {})
  sendUpgrade(other, request, head, [added])
  const hasAnswered = await isAnswering(other, milliseconds)
  if (!hasAnswered) {
    other.destroy()
    return false
  }
  const stop = endIfSilent(other, 2000 * heartbeatSeconds)
  pipeline(socket, other, socket, stop)
  return true
}

/** Closes a connection by which nothing has arrived for as long. @returns stops looking */
function endIfSilent(other: Socket, milliseconds: number): () => void {
  let before = other.bytesRead
  const timer = setInterval(() => {
    if (other.bytesRead === before) other.destroy()
    before = other.bytesRead
  }, milliseconds)
  return () => clearInterval(timer)
}

function sendUpgrade(
  other: Socket,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  head: Buffer,
  added: readonly Field[],
): void {
  const fields = withFields(rawHeaders, added)
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < fields.length; index += 2) {
    lines.push(`${fields[index]}: ${fields[index + 1]}`)
  }
  other.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  other.write(head)
}

/** Waits until a process sends something. @returns false if it ends before, or does not in time */
async function isAnswering(other: Socket, milliseconds: number): Promise<boolean> {
  try {
    // Also at the end, where there is nothing to read.
    await once(other, 'readable', { signal: AbortSignal.timeout(milliseconds) })
    return other.readableLength > 0
  } catch {
    return false
  }
}

/**
 * Connects with another process.
 *
 * @param address the path of a socket, or `HOST:PORT`
 * @param milliseconds how long that may take
 * @returns undefined if it cannot be reached
 */
export async function connectTo(
  address: string,
  milliseconds: number,
): Promise<Socket | undefined> {
  const isPath = address.includes('/') || address.includes('\\')
  const { hostname, port } = isPath ? { hostname: '', port: '' } : new URL(`http://${address}`)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = isPath ? connect(address) : connect(Number(port || 80), host)
  const timer = setTimeout(() => socket.destroy(new Error('too late')), milliseconds)
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The fields of a message that are not about its connection: names and values in turn. */
function endToEnd({ rawHeaders, headers }: IncomingMessage): string[] {
  const named = (headers.connection ?? '').toLowerCase().split(',')
  const options = named.map((name) => name.trim()).filter((name) => !ofContent.has(name))
  return without(rawHeaders, [...ofConnection, ...options])
}

/** Sets fields of a message. */
function withFields(fields: readonly string[], added: readonly Field[]): string[] {
  const names = added.map(([name]) => name)
  return [...without(fields, names), ...added.flat()]
}

/** Fields without those of these names, in lower case. */
function without(fields: readonly string[], names: readonly string[]): string[] {
  const dropped = new Set(names)
  return fields.filter(
    (_, index) => !dropped.has((fields[index - (index % 2)] as string).toLowerCase()),
  )
}

import type { Socket } from 'node:net'

/** How long a client may take for the first line of its first request: after that, a worker decides what to do. */
const WAIT_MS = 10_000

/** The longest first line that is read here; node:http refuses longer ones. */
const BYTES_MAX = 16 * 1024

/** What a client sends first on a connection. */
export interface ConnectionStart {
  /** all bytes that were read */
  readonly head: Buffer
  /** the request target; undefined if the client has sent no request line in time, or no valid one */
  readonly target: string | undefined
}

/**
 * Reads the first line of a connection, and then stops reading, so that another process can go on.
 *
 * @param socket that nobody reads
 * @param done is called once, unless the client closes the connection before it has sent anything
 */
export function readRequestLine(socket: Socket, done: (start: ConnectionStart) => void): void {
  let head: Buffer = Buffer.alloc(0)
  const timer = setTimeout(() => finish(), WAIT_MS)
  const finish = (): void => {
    clearTimeout(timer)
    socket.off('data', read).off('close', stop).off('end', end)
    stopReading(socket)
    const [, target] = /^[A-Z]+ (\S+) HTTP\/1/.exec(head.toString('latin1')) ?? []
    done({ head, target })
  }
  const read = (chunk: Buffer): void => {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    if (head.includes('\n') || head.length > BYTES_MAX || !canBeRequest(head)) finish()
  }
  const end = (): void => {
    if (head.length === 0) socket.destroy()
    else finish()
  }
  const stop = (): void => clearTimeout(timer)
  socket.on('data', read).on('close', stop).on('end', end)
  socket.resume()
}

/** A method is in capital letters. What is something else, for example TLS, a worker refuses at once. */
const METHOD = /^\r?(?:[A-Z-]*$|[A-Z-]+ )/

function canBeRequest(head: Buffer): boolean {
  return METHOD.test(head.toString('latin1', 0, 32))
}

/** A socket with what Node reads it by; there is no public way to get it. */
interface SocketWithHandle extends Socket {
  readonly _handle?: { readStop?(): void } | null
}

/** `pause` alone stops the stream: the system would still be read, and what was read would be lost to the other process. */
function stopReading(socket: Socket): void {
  socket.pause()
  ;(socket as SocketWithHandle)._handle?.readStop?.()
}

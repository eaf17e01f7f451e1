import { once } from 'node:events'
import { chmodSync, lstatSync, unlinkSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../../primitives/errors.ts'
import { EndOfRound } from '../endOfRound.ts'
import type { HandlerContext } from '../handlerContext.ts'
import { ListenError } from '../listen.ts'
import { MessageConnection } from '../messageConnection.ts'
import { IpcClient } from './ipcClient.ts'
import { lineFraming } from './lineFraming.ts'

const PIPES = '\\\\.\\pipe\\'

/**
 * Where a server listens. Windows has named pipes instead of sockets, in a place of their own: as in geth, a name alone is
 * that of a pipe there.
 *
 * @param given true for the path unless another is given
 */
export function ipcPath(
  given: true | string,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform !== 'win32') return given === true ? join(tmpdir(), 'ommer.ipc') : given
  const name = given === true ? 'ommer.ipc' : given
  return /^[\\/]{2}[.?][\\/]pipe[\\/]/i.test(name) ? name : PIPES + name
}

/** In bytes: the system cuts longer paths. On macOS it is less by four. */
const PATH_MAX = process.platform === 'darwin' ? 103 : 107

/** Only for the user who runs the server, as in geth. */
const MODE = 0o600

/** Serves JSON-RPC on a UNIX socket, whose clients need no key. */
export class IpcServer {
  readonly #server: Server
  readonly #context: HandlerContext
  readonly #key: string
  readonly #endOfRound = new EndOfRound()

  private constructor(context: HandlerContext, key: string) {
    this.#context = context
    this.#key = key
    // What a client still waits for is sent after it has ended its half.
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#connect(socket))
    this.#server.maxConnections = context.limits.connections
  }

  /**
   * Starts listening. A socket that a server has left behind is replaced.
   *
   * @param key whose endpoint and dialect clients get
   * @throws {ListenError}
   */
  static async listen(path: string, context: HandlerContext, key: string): Promise<IpcServer> {
    const ipc = new IpcServer(context, key)
    try {
      await removeStale(path)
      ipc.#server.listen(path)
      await once(ipc.#server, 'listening')
      if (process.platform !== 'win32') chmodSync(path, MODE)
    } catch (error) {
      ipc.close()
      const { message } = error as Error
      throw new ListenError('CANNOT_LISTEN', `cannot listen on ${path}: ${message}`, error as Error)
    }
    return ipc
  }

  /** Refuses new clients. `MessageConnections` closes those that are connected. */
  close(): void {
    this.#server.close()
  }

  #connect(socket: Socket): void {
    const context = this.#context
    const access = context.endpoints.admit(this.#key)
    if (access === undefined) {
      socket.destroy()
      return
    }
    const client = new IpcClient(socket, context.limits.requestBytes)
    const connection = new MessageConnection(
      {
        client,
        socket,
        framing: lineFraming,
        partial: client.partial,
        isExplorer: false,
        origin: undefined,
        changeProblem: undefined,
      },
      access,
      context,
      this.#endOfRound,
    )
    context.messageConnections.add(connection)
    socket.once('end', () => {
      client.endInput()
      void connection.close(Number.POSITIVE_INFINITY, 'client')
    })
  }
}

/**
 * Removes the socket of a server that has ended without removing it.
 *
 * @throws {Error} if the path is too long, there is something else, or a server listens on it
 */
async function removeStale(path: string): Promise<void> {
  if (process.platform === 'win32') return
  if (Buffer.byteLength(path) > PATH_MAX) {
    throw new Error(`the path has more than ${PATH_MAX} bytes`)
  }
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isSocket()) throw new Error('there is a file that is no socket')
  const client = createConnection(path)
  try {
    await once(client, 'connect')
  } catch (error) {
    if (codeOf(error) !== 'ECONNREFUSED') throw error
    unlinkSync(path)
    return
  } finally {
    client.destroy()
  }
  throw new Error('another program listens there')
}

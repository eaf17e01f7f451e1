import { createServer, type Server, type Socket } from 'node:net'
import { addressedKey } from '../../server/addressedKey.ts'
import { listen } from '../../server/listen.ts'
import { readRequestLine } from './requestLine.ts'

/** The beginning of a connection. */
export interface Opened {
  /** of the endpoint that its first request is for, if any */
  readonly key: string | undefined
  /** all that was read */
  readonly head: Buffer
}

/** Takes a connection. */
export type Take = (opened: Opened, socket: Socket) => void

/** Accepts the connections of a group, and reads so much of each that it knows which endpoint it is for. */
export class Acceptor {
  readonly #server: Server
  readonly #unread = new Set<Socket>()

  /**
   * @param rootKey that is assumed for the root address, if any
   * @param connectionsMax how many may have sent no request yet
   */
  constructor(rootKey: string | undefined, connectionsMax: number, take: Take) {
    // A client may have sent its request and closed its side.
    this.#server = createServer({ pauseOnConnect: true, allowHalfOpen: true })
    this.#server.on('connection', (socket) => {
      if (this.#unread.size >= connectionsMax) {
        socket.destroy()
        return
      }
      this.#unread.add(socket)
      // The client may break it off at any time, also while a worker is started again.
      socket.on('error', () => {})
      socket.once('close', () => this.#unread.delete(socket))
      readRequestLine(socket, ({ head, target }) => {
        this.#unread.delete(socket)
        const key = target === undefined ? undefined : addressedKey(target, rootKey)
        take({ key, head }, socket)
      })
    })
  }

  /**
   * Starts listening.
   *
   * @returns `HOST:PORT`
   * @throws {ListenError}
   */
  listen(port: number, host: string): Promise<string> {
    return listen(this.#server, port, host)
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#unread) socket.destroy()
  }
}

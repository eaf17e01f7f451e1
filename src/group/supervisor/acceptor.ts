import { createServer, type Server, type Socket } from 'node:net'
import { listen } from '../../server/listen.ts'
import { type ConnectionStart, readRequestLine } from './requestLine.ts'

/** Accepts the connections of a group, and reads so much of each that it knows which endpoint it is for. */
export class Acceptor {
  readonly #server: Server
  readonly #unread = new Set<Socket>()

  /**
   * @param connectionsMax how many may have sent no request yet
   * @param take takes one of which the beginning was read
   */
  constructor(connectionsMax: number, take: (start: ConnectionStart, socket: Socket) => void) {
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
      readRequestLine(socket, (start) => {
        this.#unread.delete(socket)
        take(start, socket)
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

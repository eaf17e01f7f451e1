import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { exchange } from '../wire/exchange.ts'
import { httpRequest, parseHttpResponse } from '../wire/http.ts'

/** One connection over which requests are posted, one after another. */
export class PostConnection {
  readonly #port: number
  readonly #path: string
  readonly #socket: Socket

  private constructor(port: number, path: string, socket: Socket) {
    this.#port = port
    this.#path = path
    this.#socket = socket
  }

  static async open(url: string): Promise<PostConnection> {
    const { port, hostname, pathname } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    return new PostConnection(Number(port), pathname, socket)
  }

  /** @returns the body of the response */
  async post(body: string): Promise<string> {
    const request = httpRequest(this.#port, this.#path, body)
    const { parsed } = await exchange(this.#socket, request, parseHttpResponse)
    return parsed.body.toString()
  }

  close(): void {
    this.#socket.destroy()
  }
}

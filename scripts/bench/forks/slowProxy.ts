import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Relays requests over HTTP with a delay, and counts them. */
export class SlowProxy {
  readonly #server: Server
  /** of HTTP, each of which may have a batch */
  requests = 0
  /** of the bodies, in both directions */
  bytes = 0
  /** the longest sequence of requests that each began after an answer to the one before */
  roundTrips = 0
  /** of the answers that were sent, the longest sequence that ends with one */
  #answered = 0

  private constructor(target: string, delay: number) {
    this.#server = createServer((request, response) => {
      this.#relay(target, delay, request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined)
      })
    })
  }

  /** @param delay in milliseconds: of each response */
  static async start(target: string, delay: number): Promise<SlowProxy> {
    const proxy = new SlowProxy(target, delay)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Counts from zero. */
  reset(): void {
    this.requests = 0
    this.bytes = 0
    this.roundTrips = 0
    this.#answered = 0
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #relay(
    target: string,
    delay: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const roundTrip = this.#answered + 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const headers = { 'content-type': 'application/json' }
    const [reply] = await Promise.all([
      fetch(target, { method: 'POST', headers, body }),
      setTimeout(delay),
    ])
    const answer = Buffer.from(await reply.arrayBuffer())
    this.requests++
    this.bytes += body.length + answer.length
    this.roundTrips = Math.max(this.roundTrips, roundTrip)
    this.#answered = Math.max(this.#answered, roundTrip)
    response.writeHead(reply.status, headers).end(answer)
  }
}

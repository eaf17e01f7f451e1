import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The calls of one method. */
export interface MethodCalls {
  readonly method: string
  readonly calls: number
  /** how often each error was returned, as `code: message` */
  readonly errors: ReadonlyMap<string, number>
}

interface RpcCall {
  readonly id?: unknown
  readonly method?: string
}

interface RpcReply {
  readonly id?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Relays JSON-RPC over HTTP unchanged, and counts the methods and the errors. */
export class RecordingProxy {
  readonly #server: Server
  readonly #calls = new Map<string, { calls: number; errors: Map<string, number> }>()

  private constructor(target: string) {
    this.#server = createServer((request, response) => {
      this.#relay(target, request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined)
      })
    })
  }

  /** @param target the address of an endpoint */
  static async start(target: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The methods that were called so far, by name. */
  get methods(): MethodCalls[] {
    return [...this.#calls]
      .map(([method, counted]) => ({ method, ...counted }))
      .toSorted((a, b) => (a.method < b.method ? -1 : 1))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #relay(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const reply = await fetch(target, {
      method: request.method ?? 'POST',
      headers: { 'content-type': 'application/json' },
      ...(request.method === 'POST' && { body }),
    })
    const text = await reply.text()
    if (request.method === 'POST') this.#count(JSON.parse(body), text)
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text)
  }

  #count(asked: RpcCall | readonly RpcCall[], text: string): void {
    const errors = new Map<unknown, string>()
    for (const { id, error } of [JSON.parse(text) as RpcReply | RpcReply[]].flat()) {
      if (error !== undefined) errors.set(id, `${error.code}: ${error.message}`)
    }
    for (const { id, method = '(none)' } of [asked].flat() as RpcCall[]) {
      const counted = this.#calls.get(method) ?? { calls: 0, errors: new Map<string, number>() }
      this.#calls.set(method, counted)
      counted.calls++
      const error = errors.get(id)
      if (error !== undefined) counted.errors.set(error, (counted.errors.get(error) ?? 0) + 1)
    }
  }
}

import type { BlockPosition } from '../moves/blockPosition.ts'
import type { RemoteMoves } from '../moves/registry.ts'
import { OmmerError } from '../primitives/errors.ts'
import type { ErrorObject } from '../rpc/errors.ts'
import type { RequestArguments } from '../rpc/provider.ts'
import { ProviderRpcError } from '../rpc/providerRpcError.ts'
import type { EndpointOptions } from '../server/endpointOptions.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'

/** Addresses of a server in another process, and the moves that its control address offers. */
export interface ServerAddress {
  /** `http://HOST:PORT` */
  readonly http: string
  /** `ws://HOST:PORT` */
  readonly ws: string
  /** what its control address requires; undefined where it requires none */
  readonly token?: string | undefined
  /** key of an endpoint that exists as long as the server does */
  readonly ownKey: string
  /** names of the moves: the server sends them, because a worker would have to load all descriptions to know them */
  readonly moves: readonly string[]
}

/** Members of an endpoint in code that differ here: events need a WebSocket, and properties need a request. */
type Elsewhere = 'head' | 'on' | 'removeListener' | 'keys' | 'dialect'

const RemoteMethods = class {} as new () => RemoteMoves

/**
 * An endpoint of a server in another process, called over HTTP and moved through the control address. If a move is not
 * possible, the error is an `OmmerError` with the same `code` as in that process.
 */
export class RemoteEndpoint
  extends RemoteMethods
  implements Omit<ServedEndpoint, Elsewhere | keyof RemoteMoves>
{
  readonly key: string
  readonly url: string
  readonly wsUrl: string
  readonly controlUrl: string
  readonly #server: ServerAddress

  constructor(key: string, server: ServerAddress) {
    super()
    this.key = key
    this.url = `${server.http}/v3/${key}`
    this.wsUrl = `${server.ws}/ws/v3/${key}`
    this.controlUrl = controlUrlOf(key, server)
    this.#server = server
    for (const name of server.moves) {
      const value = (...args: unknown[]) => this.#control(`ommer_${name}`, ...args)
      Object.defineProperty(this, name, { value, writable: true, configurable: true })
    }
  }

  /** Bound, because libraries call it without the object. */
  readonly request = async ({ method, params }: RequestArguments): Promise<unknown> => {
    const answer = await call(this.url, method, params)
    if (answer.error !== undefined) throw new ProviderRpcError(answer.error)
    return answer.result
  }

  /** The last block. */
  async head(): Promise<BlockPosition> {
    const { head } = await this.#control<{ head: BlockPosition }>('ommer_status')
    return head
  }

  async close(): Promise<void> {
    try {
      await this.#manage('ommer_closeEndpoint', this.key)
    } catch (error) {
      if ((error as OmmerError).code !== 'UNKNOWN_ENDPOINT') throw error
    }
  }

  /** Closes the endpoint and creates it anew, without its moves and faults. */
  async renew(options: EndpointOptions = {}): Promise<void> {
    await this.close()
    await this.#manage('ommer_createEndpoint', this.key, options)
  }

  #control<Result>(method: string, ...params: unknown[]): Promise<Result> {
    return this.#move(this.controlUrl, method, params)
  }

  /** Calls a method through the server's own endpoint, because this one may not exist. */
  #manage(method: string, ...params: unknown[]): Promise<unknown> {
    return this.#move(controlUrlOf(this.#server.ownKey, this.#server), method, params)
  }

  async #move<Result>(url: string, method: string, params: readonly unknown[]): Promise<Result> {
    const { result, error } = await call(url, method, params, this.#server.token)
    if (error === undefined) return (result ?? undefined) as Result
    const { code } = (error.data ?? {}) as { readonly code?: unknown }
    if (typeof code === 'string') throw new OmmerError(code, error.message)
    throw new ProviderRpcError(error)
  }
}

function controlUrlOf(key: string, { http }: ServerAddress): string {
  return `${http}/control/${key}`
}

interface Answered {
  readonly result?: unknown
  readonly error?: ErrorObject
}

async function call(
  url: string,
  method: string,
  params: readonly unknown[] = [],
  token?: string,
): Promise<Answered> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }, asWritten),
  })
  const text = await response.text()
  const { status } = response
  // ommer's errors are JSON, a failing proxy sends a page. A rate limit is reported by its HTTP status.
  if (response.ok || (isJson(response) && status !== 429)) return JSON.parse(text)
  const error = { code: status, message: `HTTP request failed: ${status}`, data: text }
  return { error }
}

/** JSON.stringify writes NaN and Infinity as null, which the server would read as an omitted argument. */
function asWritten(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}

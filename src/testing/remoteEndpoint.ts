import type { Block } from '../chain/encoding/block.ts'
import type { BlockPosition } from '../moves/blockPosition.ts'
import type { RemoteMoves } from '../moves/registry.ts'
import { OmmerError } from '../primitives/errors.ts'
import type { ErrorObject } from '../rpc/errors.ts'
import type { RequestArguments } from '../rpc/provider.ts'
import { ProviderRpcError } from '../rpc/providerRpcError.ts'
import type { EndpointOptions } from '../server/endpointOptions.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'

/** Addresses of a server in another process, and the methods of its control address. */
export interface ServerAddress {
  /** `http://HOST:PORT` */
  readonly http: string
  /** `ws://HOST:PORT` */
  readonly ws: string
  /** the token of its control address; undefined if it has none */
  readonly token?: string | undefined
  /** key of an endpoint that exists as long as the server */
  readonly ownKey: string
  /** names of the moves: the server sends them, because loading all descriptions would slow down each worker */
  readonly moves: readonly string[]
}

/** Events need a WebSocket, and properties in code are requests here. */
type Elsewhere = 'head' | 'on' | 'removeListener' | 'keys' | 'dialect'

const RemoteMethods = class {} as new () => RemoteMoves

/**
 * An endpoint of a server in another process, which is reached over HTTP and moved at its control address. If a move is
 * refused, the error is an `OmmerError` with the same code as in that process.
 */
export class RemoteEndpoint
  extends RemoteMethods
  implements Omit<ServedEndpoint, Elsewhere | keyof RemoteMoves>
{
  readonly key: string
  readonly url: string
  readonly wsUrl: string
  readonly controlUrl: string
  readonly contractsUrl: string
  readonly #server: ServerAddress

  constructor(key: string, server: ServerAddress) {
    super()
    this.key = key
    this.url = `${server.http}/v3/${key}`
    this.wsUrl = `${server.ws}/ws/v3/${key}`
    this.contractsUrl = `${server.http}/contracts/${key}`
    this.controlUrl = controlUrlOf(key, server)
    this.#server = server
    for (const name of server.moves) {
      const value = (...args: unknown[]) => this.#control(`ommer_${name}`, ...args)
      Object.defineProperty(this, name, { value, writable: true, configurable: true })
    }
  }

  /** Bound to the object, because libraries call it without one. */
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

  /** Closes the endpoint and creates it again, in its initial state. */
  async renew(options: EndpointOptions = {}): Promise<void> {
    await this.close()
    await this.#manage('ommer_createEndpoint', this.key, options)
  }

  #control<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const signals = params.map(signalOf).filter((signal) => signal !== undefined)
    return this.#move(this.controlUrl, method, params, signals[0])
  }

  /** Calls a method at an endpoint that exists even if this one does not. */
  #manage(method: string, ...params: unknown[]): Promise<unknown> {
    return this.#move(controlUrlOf(this.#server.ownKey, this.#server), method, params)
  }

  async #move<Result>(
    url: string,
    method: string,
    params: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<Result> {
    const { token } = this.#server
    const { result, error } = await call(url, method, params, { token, signal })
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

interface CallOptions {
  readonly token?: string | undefined
  /** ends the request */
  readonly signal?: AbortSignal | undefined
}

async function call(
  url: string,
  method: string,
  params: readonly unknown[] = [],
  { token, signal }: CallOptions = {},
): Promise<Answered> {
  const response = await fetch(url, {
    method: 'POST',
    ...(signal !== undefined && { signal }),
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }, asWritten),
  })
  const text = await response.text()
  const { status } = response
  // The server refuses with JSON; a proxy that fails sends a page. A rate limit is recognized by its status.
  if (response.ok || (isJson(response) && status !== 429)) return JSON.parse(text)
  const error = { code: status, message: `HTTP request failed: ${status}`, data: text }
  return { error }
}

/** The signal among the options of a wait. */
function signalOf(argument: unknown): AbortSignal | undefined {
  const { signal } = (argument ?? {}) as { readonly signal?: unknown }
  return signal instanceof AbortSignal ? signal : undefined
}

/**
 * JSON writes NaN and Infinity as null, which would count as omitted. A block of a chain in code has numbers that JSON
 * cannot write, and its hash says it all. Functions and signals cannot be written.
 */
function asWritten(name: string, value: unknown): unknown {
  if (isBlock(value)) return { hash: value.hash }
  if (value instanceof AbortSignal) return undefined
  if (typeof value === 'function') {
    const problem = `${name}: a function cannot be sent to the server, which runs in another process; give a value`
    throw new OmmerError('INVALID_ARGUMENT', problem)
  }
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function isBlock(value: unknown): value is Pick<Block, 'hash'> {
  return typeof value === 'object' && value !== null && 'header' in value && 'receipts' in value
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}

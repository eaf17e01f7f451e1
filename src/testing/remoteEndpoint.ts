import type { Account } from '../chain/accounts.ts'
import type { Chain } from '../chain/chain.ts'
import type { Block } from '../chain/encoding/block.ts'
import type { Irregularity } from '../chain/encoding/irregularity.ts'
import { blocksUpTo } from '../chain/store/blocksUpTo.ts'
import type { TreePicture } from '../drawing/treeSvg.ts'
import type { DrawOptions } from '../endpoint/drawing/drawOptions.ts'
import type { BlockPosition } from '../moves/blockPosition.ts'
import type { RemoteMoves } from '../moves/moveRegistry.ts'
import { OmmerError } from '../primitives/errors.ts'
import type { ErrorObject } from '../rpc/errors.ts'
import type { RequestArguments } from '../rpc/provider.ts'
import { ProviderRpcError } from '../rpc/providerRpcError.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import { type PostOptions, type PostResponse, post } from './post.ts'
import type { ChainSource } from './sharedChain.ts'
import type { TestEndpointOptions } from './testEndpointOptions.ts'

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
  /** folder with the files of its chain, if they were written; the tests run on the same machine */
  readonly chainFolder?: string | undefined
  /** folder for pictures of the endpoints of tests that fail */
  readonly pictures?: string | undefined
  /** names of the moves: the server sends them, because loading all descriptions would slow down each worker */
  readonly moves: readonly string[]
}

/** Events need a WebSocket, and properties in code are requests here. */
type Elsewhere =
  | 'head'
  | 'truth'
  | 'irregular'
  | 'on'
  | 'removeListener'
  | 'keys'
  | 'dialect'
  | 'chainId'

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
  readonly explorerUrl: string
  readonly #server: ServerAddress
  readonly #source: ChainSource | undefined

  /** @param source of its chain */
  constructor(key: string, server: ServerAddress, source?: ChainSource) {
    super()
    this.key = key
    this.url = `${server.http}/v3/${key}`
    this.wsUrl = `${server.ws}/ws/v3/${key}`
    this.contractsUrl = `${server.http}/contracts/${key}`
    this.explorerUrl = `${server.http}/explorer/${key}`
    this.controlUrl = controlUrlOf(key, server)
    this.#server = server
    this.#source = source
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

  /**
   * The chain of the set-up, to compare with: its blocks, accounts with private keys, contracts and states. All blocks
   * of branches that moves have built can be read by hash. It cannot be extended: move the endpoint instead.
   */
  get chain(): Chain {
    if (this.#source === undefined) throw new OmmerError('NO_CHAIN', 'the chain was not written')
    return this.#source.chain
  }

  /** The accounts that genesis funds, with their private keys. */
  get accounts(): readonly Account[] {
    return this.chain.accounts
  }

  /** The chain of this endpoint now, oldest block first: what a client must have. */
  async truth(): Promise<readonly Block[]> {
    const { hash } = await this.head()
    const blocks = blocksUpTo(this.chain.tree, hash)
    if (blocks.length === 0) {
      const problem = 'truth: with dev the blocks that an endpoint adds are its own'
      throw new OmmerError('NO_CHAIN', problem)
    }
    return blocks
  }

  /** The last block. */
  async head(): Promise<BlockPosition> {
    const { head } = await this.#control<{ head: BlockPosition }>('ommer_status')
    return head
  }

  /** Why other nodes would not accept the branch of the head; undefined if they accept all of it. */
  async irregular(): Promise<Irregularity | undefined> {
    const { irregular } = await this.#control<{ irregular: Irregularity | null }>('ommer_status')
    return irregular ?? undefined
  }

  /**
   * Draws its blocks with all branches and uncles, as `drawChain` does.
   *
   * @returns an SVG file
   * @throws {DrawOptionsError} if an option is invalid
   */
  async draw(options: DrawOptions = {}): Promise<string> {
    const [{ drawRemote }, { number }] = await Promise.all([import('./drawRemote.ts'), this.head()])
    return drawRemote(number, options, (method, range) => this.#control<TreePicture>(method, range))
  }

  close(): Promise<void> {
    return this.#manage(this.#closing)
  }

  /** Closes the endpoint and creates it again, in its initial state. */
  renew(options: TestEndpointOptions = {}): Promise<void> {
    return this.#manage(this.#closing, ['ommer_createEndpoint', this.key, options])
  }

  get #closing() {
    return ['ommer_closeEndpoint', this.key] as const
  }

  async #control<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const { token } = this.#server
    const signal = params.map(signalOf).find((each) => each !== undefined)
    const answer = await call(this.controlUrl, method, params, { token, signal })
    this.#source?.refresh()
    return resultOf(answer) as Result
  }

  /** Makes calls in one request, at an endpoint that exists even if this one does not. */
  async #manage(...calls: readonly (readonly [method: string, ...params: unknown[]])[]) {
    const url = controlUrlOf(this.#server.ownKey, this.#server)
    const batch = calls.map(([method, ...params]) => envelope(method, params))
    const { token } = this.#server
    const answer = await send(url, batch, { token })
    const answers: readonly Answered[] = Array.isArray(answer) ? answer : [answer]
    for (const [index, each] of answers.entries()) {
      const isClosedAlready = index === 0 && codeOf(each) === 'UNKNOWN_ENDPOINT'
      if (!isClosedAlready) resultOf(each)
    }
  }
}

/** @throws {OmmerError} with the code of a move that was refused */
function resultOf(answer: Answered): unknown {
  const { result, error } = answer
  if (error === undefined) return result ?? undefined
  const code = codeOf(answer)
  if (typeof code === 'string') throw new OmmerError(code, error.message)
  throw new ProviderRpcError(error)
}

function codeOf({ error }: Answered): unknown {
  return (error?.data as { readonly code?: unknown } | undefined)?.code
}

function controlUrlOf(key: string, { http }: ServerAddress): string {
  return `${http}/control/${key}`
}

interface Answered {
  readonly result?: unknown
  readonly error?: ErrorObject
}

function call(
  url: string,
  method: string,
  params: readonly unknown[] = [],
  options?: PostOptions,
): Promise<Answered> {
  return send(url, envelope(method, params), options) as Promise<Answered>
}

function envelope(method: string, params: readonly unknown[]) {
  return { jsonrpc: '2.0', id: 1, method, params }
}

/** @returns the answer, or for a batch the answers in order; one answer to all of them if the request was refused */
async function send(
  url: string,
  body: unknown,
  options?: PostOptions,
): Promise<Answered | readonly Answered[]> {
  const response = await post(url, JSON.stringify(body, asWritten), options)
  const { status, text } = response
  // The server refuses with JSON; a proxy that fails sends a page. A rate limit is recognized by its status.
  if (status < 300 || (isJson(response) && status !== 429)) return JSON.parse(text)
  const error = { code: status, message: `HTTP request failed: ${status}`, data: text }
  return { error }
}

/** The signal among the options of a wait. */
function signalOf(argument: unknown): AbortSignal | undefined {
  const { signal } = (argument ?? {}) as { readonly signal?: unknown }
  return signal instanceof AbortSignal ? signal : undefined
}

/**
 * JSON writes NaN and Infinity as null, which would count as omitted, and no bigint. A block of a chain in code has numbers that JSON
 * cannot write, and its hash says it all. Functions and signals cannot be written.
 */
function asWritten(name: string, value: unknown): unknown {
  if (isBlock(value)) return { hash: value.hash }
  if (value instanceof AbortSignal) return undefined
  if (typeof value === 'function') {
    const problem = `${name}: a function cannot be sent to the server, which runs in another process; give a value`
    throw new OmmerError('INVALID_ARGUMENT', problem)
  }
  if (typeof value === 'bigint') return value < 0n ? String(value) : `0x${value.toString(16)}`
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function isBlock(value: unknown): value is Pick<Block, 'hash'> {
  return typeof value === 'object' && value !== null && 'header' in value && 'receipts' in value
}

function isJson({ type }: PostResponse): boolean {
  return type.startsWith('application/json')
}

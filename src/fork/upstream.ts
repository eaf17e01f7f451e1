import { messageOf } from '../primitives/errors.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'
import { readQuantity } from '../record/quantity.ts'
import type { RecordClock } from '../record/recordClock.ts'
import { SMALL_RESPONSE_BYTES } from '../record/responseSizes.ts'
import { NodeAddress } from '../record/rpc/nodeAddress.ts'
import { type CallOptions, type RpcCaller, RpcClient } from '../record/rpc/rpcClient.ts'
import { RpcRequestError } from '../record/rpc/rpcRequestError.ts'
import type { RpcResult } from '../record/rpc/sendRequest.ts'
import { attemptOf, isRefusal, refusesMethod } from './isRefusal.ts'

export interface UpstreamOptions {
  /** URLs of nodes of the same network, of which the first one that answers is asked */
  readonly rpc: readonly string[]
  /** each `Name: value`, sent with every request */
  readonly headers: readonly string[]
  /** in milliseconds: how long a response may take */
  readonly timeoutMs: number
  /** how often a request is sent to a node before it counts as failed */
  readonly tries: number
  /** in milliseconds: the wait after the first failure */
  readonly backoffMs: number
  readonly clock: RecordClock
  /** aborts all requests */
  readonly signal: AbortSignal
}

/** What the network has answered, or why no node has the method or what it is asked for. */
export type Decided = { readonly value: unknown } | { readonly refusal: string }

interface DecideOptions {
  /** what the user can do if nobody answers */
  readonly instead?: string
  /** whether an error of a node says that there is no such thing, although others may pass that read like it */
  readonly saysNone?: (error: RpcRequestError) => boolean
}

/** In bytes: a block with all its receipts. */
const ANSWER_BYTES_MAX = 64 * 1024 ** 2

/** A call needs many small answers at once. */
const CONCURRENCY = 64

/** The nodes of a network that a chain is forked from. */
export class Upstream implements RpcCaller {
  readonly concurrency = CONCURRENCY
  readonly #options: Omit<UpstreamOptions, 'rpc' | 'headers'>
  /** of the network, once it is known: nodes of another one do not answer */
  chainId: number | undefined
  #nodes: readonly RpcClient[]
  /** also those that others have replaced: what is read when that happens still quotes their addresses */
  #known: Set<RpcClient>
  /** the node that has answered last */
  #current = 0
  #names: readonly string[]
  /** by each of the nodes alone, once that was needed */
  #alone: readonly Upstream[] | undefined
  /** what nodes have said that their chain id is */
  #chainIds = new WeakMap<RpcClient, Promise<number | undefined>>()

  /** @throws {RecordError} if a URL or a header is invalid */
  constructor({ rpc, headers, ...options }: UpstreamOptions) {
    this.#options = options
    const addresses = rpc.map((url) => new NodeAddress(url, headers))
    this.#names = addresses.map(({ name }) => name)
    this.#nodes = addresses.map((address) => {
      return new RpcClient(address, {
        ...options,
        answerBytes: ANSWER_BYTES_MAX,
        concurrency: CONCURRENCY,
      })
    })
    this.#known = new Set(this.#nodes)
  }

  /** The addresses of the nodes, without secrets. */
  get names(): readonly string[] {
    return this.#names
  }

  /** Asks those of another one from now on. */
  replaceNodes(other: Upstream): void {
    this.#nodes = other.#nodes
    for (const node of other.#known) this.#known.add(node)
    this.#names = other.#names
    this.#alone = undefined
    this.#current = 0
  }

  /**
   * Reads what belongs together from one node: another one may be of another branch.
   *
   * @param read reads all of it, by the next node if one has not given all
   * @throws {UpstreamError} if no node gives all of it: why the first one does not
   */
  async fromOneNode<T>(read: (node: Upstream) => Promise<T>): Promise<T> {
    const [alone, start] = [this.#eachAlone(), this.#current]
    if (alone.length <= 1) return read(this)
    const failures: UpstreamError[] = []
    for (let index = 0; index < alone.length; index++) {
      const at = (start + index) % alone.length
      try {
        const result = await read(alone[at] as Upstream)
        if (index > 0) this.#current = at
        return result
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        failures.push(error)
      }
    }
    const [cause] = failures
    const mayPass = failures.some((failure) => failure.mayPass)
    throw mayPass === cause?.mayPass
      ? cause
      : new UpstreamError(cause?.problem ?? '', { cause, mayPass })
  }

  /** The network by each of its nodes alone: always the same objects. */
  #eachAlone(): readonly Upstream[] {
    this.#alone ??= this.#nodes.map((node, at) => {
      const alone = new Upstream({ ...this.#options, rpc: [], headers: [] })
      alone.#nodes = [node]
      alone.#known = this.#known
      alone.#names = this.#names.slice(at, at + 1)
      alone.#chainIds = this.#chainIds
      return alone
    })
    for (const alone of this.#alone) alone.chainId = this.chainId
    return this.#alone
  }

  /** An error about what a node has sent, without secrets of the nodes' addresses that it quotes. */
  masked(error: unknown): unknown {
    if (!(error instanceof UpstreamError)) return error
    const { problem, mayPass } = error
    const masked = [...this.#known].reduce((text, node) => node.mask(text), problem)
    // Its cause quotes them, too.
    return masked === problem ? error : new UpstreamError(masked, { mayPass })
  }

  /**
   * Is called before something is read.
   *
   * @throws {UpstreamError} if no node may be asked
   */
  requireOnline(_what: string): void {}

  /**
   * Calls a method of the first node that has an answer.
   *
   * @throws {RpcRequestError} if none has: that of the first node, or that another one is of another network
   */
  async call(
    method: string,
    params: readonly unknown[] = [],
    options: CallOptions = {},
  ): Promise<RpcResult> {
    const answer = await this.#ask(method, params, options)
    if ('failures' in answer) throw answer.failures[0]
    return answer
  }

  async #ask(
    method: string,
    params: readonly unknown[],
    options: CallOptions,
  ): Promise<RpcResult | { readonly failures: readonly unknown[] }> {
    // Another request may meanwhile find that another node answers.
    const [nodes, names, start] = [this.#nodes, this.#names, this.#current]
    const { length } = nodes
    const failures: unknown[] = []
    let foreign: string | undefined
    for (let index = 0; index < length; index++) {
      const at = (start + index) % length
      const node = nodes[at] as RpcClient
      try {
        if (await this.#isForeign(node)) {
          foreign ??= names[at]
          continue
        }
        const result = await node.call(method, params, options)
        if (index > 0) this.#current = at
        if (method === 'eth_chainId') this.#chainIds.set(node, Promise.resolve(chainIdIn(result)))
        return result
      } catch (error) {
        failures.push(error)
      }
    }
    if (foreign === undefined || isRefusal(failures[0])) return { failures }
    const problem = `the node is of another network than chain ${this.chainId}`
    return { failures: [new RpcRequestError({ method, params }, foreign, problem)] }
  }

  /** Asks a node once. */
  async #isForeign(node: RpcClient): Promise<boolean> {
    if (this.chainId === undefined) return false
    const known = this.#chainIds.get(node)
    const asked = known ?? node.call('eth_chainId').then(chainIdIn)
    this.#chainIds.set(node, asked)
    try {
      return (await asked) !== this.chainId
    } catch (error) {
      this.#chainIds.delete(node)
      throw error
    }
  }

  /**
   * The result of a method.
   *
   * @throws {UpstreamError}
   */
  get(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.read(method, params)
  }

  /**
   * The result of a method, whose response is limited.
   *
   * @throws {UpstreamError}
   */
  async read(
    method: string,
    params: readonly unknown[],
    options: CallOptions = {},
  ): Promise<unknown> {
    const answer = await this.#ask(method, params, options)
    if (!('failures' in answer)) return answer.value
    const [cause] = answer.failures
    throw new UpstreamError(messageOf(cause), { cause, mayPass: !answer.failures.every(isRefusal) })
  }

  /**
   * The result of a method that decides what follows from then on, so that only a refusal may decide otherwise: all that may
   * pass is asked again as often as what fails.
   *
   * @throws {UpstreamError} if it does not pass
   */
  async decide(
    method: string,
    params: readonly unknown[],
    { instead, saysNone }: DecideOptions = {},
  ): Promise<Decided> {
    const { tries, backoffMs, clock, signal } = this.#options
    for (let tried = 1; ; tried++) {
      const answer = await this.#ask(method, params, { bytesMax: SMALL_RESPONSE_BYTES })
      if (!('failures' in answer)) return { value: answer.value }
      const { failures } = answer
      const isRefused = (error: unknown) =>
        refusesMethod(error) || (isErrorOfNode(error) && saysNone?.(error))
      // What another node may give decides nothing, unless that cannot be reached at all.
      const reached = failures.filter((error) => !isUnreachable(error))
      const cause = (reached.length > 0 ? reached : failures).find((each) => !isRefused(each))
      if (reached.length > 0 && cause === undefined) return { refusal: messageOf(reached[0]) }
      const isError = isErrorOfNode(cause)
      if (!isError || !isAnswered(cause) || tried >= tries) {
        const count = isError && tried > 1 ? ` (tried ${tried} times)` : ''
        const hint = instead === undefined ? '' : `; ${instead}`
        throw new UpstreamError(messageOf(cause) + count + hint, { cause, mayPass: true })
      }
      await clock.delay(backoffMs * 2 ** (tried - 1), signal)
    }
  }
}

/** Whether a node has answered with an error or a page, which the client does not ask for again by itself. */
export function isAnswered(error: unknown): boolean {
  return attemptOf(error)?.retry === 'never'
}

function isUnreachable(error: unknown): boolean {
  return attemptOf(error)?.isUnreachable === true
}

function isErrorOfNode(error: unknown): error is RpcRequestError {
  return error instanceof RpcRequestError && error.rpcCode !== undefined
}

function chainIdIn({ value }: RpcResult): number | undefined {
  return readQuantity(value)
}

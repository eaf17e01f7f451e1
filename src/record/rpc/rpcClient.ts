import type { Timing } from '../timing.ts'
import { exchange, type RpcResult } from './exchange.ts'
import type { NodeAddress } from './nodeAddress.ts'
import { RequestGate } from './requestGate.ts'
import { type RpcRequest, RpcRequestError } from './rpcRequestError.ts'
import { Trouble } from './trouble.ts'

export interface RpcClientOptions {
  /** in bytes: what an answer may have */
  readonly answerBytes: number
  /** how many requests may be under way at once */
  readonly concurrency: number
  /** in milliseconds: how long an answer may take */
  readonly timeoutMs: number
  /** how often a request is sent before it counts as failed */
  readonly tries: number
  readonly timing: Timing
  /** Ends all that is under way, with its reason. */
  readonly signal: AbortSignal
}

export interface CallOptions {
  /** Null is not an answer: what is asked for exists, so this replica has not heard of it yet. */
  readonly exists?: boolean
  /** What the answer may have, where that is less than any may. */
  readonly bytesMax?: number
}

/** In milliseconds: the wait after the first try, twice as much after each further one, up to the last figure. */
const BACKOFF = { first: 250, most: 30_000 }

/** In milliseconds: nobody waits longer for a node because it says so. */
const ASKED_WAIT_MAX = 600_000

/** Tries where nobody has been there yet: it will be the address that is wrong. */
const TRIES_OF_ABSENT = 3

/** Asks a node, and asks again where that can help. */
export class RpcClient {
  readonly #node: NodeAddress
  readonly #options: RpcClientOptions
  readonly #gate: RequestGate
  #id = 0
  #hasAnswered = false

  constructor(node: NodeAddress, options: RpcClientOptions) {
    this.#node = node
    this.#options = options
    this.#gate = new RequestGate(options.concurrency, options.timing, options.signal)
  }

  /**
   * Asks for a result.
   *
   * @throws {RpcRequestError} where there is none when the tries are used up, or asking again cannot help
   */
  async call(
    method: string,
    params: readonly unknown[] = [],
    options: CallOptions = {},
  ): Promise<RpcResult> {
    const request = { method, params }
    for (let tries = 1; ; tries++) {
      try {
        return await this.#gate.run(() => this.#try(request, options))
      } catch (error) {
        if (!(error instanceof Trouble)) throw error
        await this.#recover(request, error, tries)
      }
    }
  }

  /** How many requests are under way at once at most. */
  get concurrency(): number {
    return this.#options.concurrency
  }

  async #try(request: RpcRequest, { exists, bytesMax }: CallOptions): Promise<RpcResult> {
    const { answerBytes, timeoutMs, signal, timing } = this.#options
    const result = await exchange(this.#node, request, {
      id: ++this.#id,
      bytesMax: Math.min(bytesMax ?? answerBytes, answerBytes),
      timeoutMs,
      signal,
      timing,
    })
    this.#hasAnswered = true
    if (exists && result.value === null) {
      throw new Trouble('wait', 'it answers null, though the block is there')
    }
    return result
  }

  /** Resolves when the request may be sent again. */
  async #recover(request: RpcRequest, trouble: Trouble, tries: number): Promise<void> {
    const { timing, signal } = this.#options
    const isWrongAddress = trouble.isAbsence && !this.#hasAnswered
    const triesMax = isWrongAddress
      ? Math.min(TRIES_OF_ABSENT, this.#options.tries)
      : this.#options.tries
    const waitMs = trouble.afterMs ?? Math.min(BACKOFF.first * 2 ** (tries - 1), BACKOFF.most)
    if (trouble.remedy === 'none') this.#give(request, trouble, '')
    if (tries >= triesMax) this.#give(request, trouble, tries > 1 ? ` (tried ${tries} times)` : '')
    if (waitMs > ASKED_WAIT_MAX) {
      this.#give(request, trouble, ` (it asks to wait for ${Math.ceil(waitMs / 1000)} s)`)
    }
    if (trouble.remedy === 'slowDown') this.#gate.slowDown(waitMs)
    else await timing.delay(waitMs, signal)
  }

  #give(request: RpcRequest, cause: Trouble, remark: string): never {
    const problem = this.#node.mask(cause.message) + remark
    throw new RpcRequestError(request, this.#node.name, problem, {
      cause,
      rpcCode: cause.rpcCode,
      isTooLarge: cause.isTooLarge,
    })
  }
}

import type { RecordClock } from '../recordClock.ts'
import { withEither } from './eitherSignal.ts'
import { FailedAttempt } from './failedAttempt.ts'
import type { NodeAddress } from './nodeAddress.ts'
import { RequestThrottle } from './requestThrottle.ts'
import { type RpcRequest, RpcRequestError } from './rpcRequestError.ts'
import { type RpcResult, sendRequest } from './sendRequest.ts'

export interface RpcClientOptions {
  /** in bytes: the maximum size of a response */
  readonly answerBytes: number
  /** the maximum number of requests in progress */
  readonly concurrency: number
  /** in milliseconds: how long a response may take */
  readonly timeoutMs: number
  /** how often a request is sent before it counts as failed */
  readonly tries: number
  /** in milliseconds: the wait after the first failure, which doubles with each further one; default 250 */
  readonly backoffMs?: number | undefined
  readonly clock: RecordClock
  /** aborts all requests, with its reason */
  readonly signal: AbortSignal
}

export interface CallOptions {
  /** whether null counts as a failure: the item exists, so a replica that responds with null is behind */
  readonly mustExist?: boolean
  /** in bytes: the maximum size of this response, if below that of all */
  readonly bytesMax?: number
  /** ends this call, with its reason */
  readonly signal?: AbortSignal | undefined
}

/** Calls the methods of a node. */
export interface RpcCaller {
  /** the maximum number of requests in progress */
  readonly concurrency: number
  /** @throws {RpcRequestError} */
  call(method: string, params?: readonly unknown[], options?: CallOptions): Promise<RpcResult>
}

/** In milliseconds. The wait doubles with each attempt. */
const BACKOFF = { first: 250, max: 30_000 }

/** In milliseconds: the longest wait that a node may ask for. */
const RETRY_AFTER_MAX = 600_000

/** If no server has responded yet, the address is probably wrong. */
const UNREACHABLE_TRIES_MAX = 3

/**
 * Calls a node's methods, and sends a request again if that can help.
 *
 * The retry loop is written by hand: how long to wait, whether for one request or for all, and how many tries are
 * left depends on each failure and on earlier responses. p-retry would be left with the loop alone, waits by timers
 * that tests cannot replace, and requires Node 22.
 */
export class RpcClient implements RpcCaller {
  readonly #node: NodeAddress
  readonly #options: RpcClientOptions
  readonly #throttle: RequestThrottle
  #id = 0
  #hasResponded = false

  constructor(node: NodeAddress, options: RpcClientOptions) {
    this.#node = node
    this.#options = options
    this.#throttle = new RequestThrottle(options.concurrency, options.clock, options.signal)
  }

  /**
   * Calls a method.
   *
   * @throws {RpcRequestError} after the last try, or at once if trying again cannot help
   */
  async call(
    method: string,
    params: readonly unknown[] = [],
    options: CallOptions = {},
  ): Promise<RpcResult> {
    const { signal } = this.#options
    const call = (until: AbortSignal) => this.#call({ method, params }, options, until)
    return options.signal === undefined ? call(signal) : withEither([signal, options.signal], call)
  }

  async #call(request: RpcRequest, options: CallOptions, signal: AbortSignal): Promise<RpcResult> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#throttle.run(() => this.#attempt(request, options, signal))
      } catch (error) {
        if (!(error instanceof FailedAttempt)) throw error
        await this.#waitForRetry(request, error, tries, signal)
      }
    }
  }

  /** The maximum number of requests in progress. */
  get concurrency(): number {
    return this.#options.concurrency
  }

  /** Masks the secrets of the node's address in a text that may repeat them. */
  mask(text: string): string {
    return this.#node.mask(text)
  }

  async #attempt(
    request: RpcRequest,
    { mustExist, bytesMax }: CallOptions,
    signal: AbortSignal,
  ): Promise<RpcResult> {
    // It may have waited for its turn.
    signal.throwIfAborted()
    const { answerBytes, timeoutMs, clock } = this.#options
    const result = await sendRequest(this.#node, request, {
      id: ++this.#id,
      bytesMax: Math.min(bytesMax ?? answerBytes, answerBytes),
      timeoutMs,
      signal,
      clock,
    })
    this.#hasResponded = true
    if (mustExist && result.value === null) {
      throw new FailedAttempt('later', 'the result is null, but the block exists')
    }
    return result
  }

  /** Resolves once the request may be sent again. */
  async #waitForRetry(
    request: RpcRequest,
    failure: FailedAttempt,
    tries: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock } = this.#options
    const isWrongAddress = failure.isUnreachable && !this.#hasResponded
    const triesMax = isWrongAddress
      ? Math.min(UNREACHABLE_TRIES_MAX, this.#options.tries)
      : this.#options.tries
    const { backoffMs = BACKOFF.first } = this.#options
    const waitMs = failure.retryAfterMs ?? Math.min(backoffMs * 2 ** (tries - 1), BACKOFF.max)
    if (failure.retry === 'never') this.#fail(request, failure, '')
    if (tries >= triesMax) this.#fail(request, failure, tries > 1 ? ` (tried ${tries} times)` : '')
    if (waitMs > RETRY_AFTER_MAX) {
      this.#fail(request, failure, ` (the node asks for a wait of ${Math.ceil(waitMs / 1000)} s)`)
    }
    if (failure.retry === 'slowDown') this.#throttle.slowDown(waitMs)
    else await clock.delay(waitMs, signal)
  }

  #fail(request: RpcRequest, cause: FailedAttempt, remark: string): never {
    const problem = this.#node.mask(cause.message) + remark
    throw new RpcRequestError(request, this.#node.name, problem, {
      cause,
      rpcCode: cause.rpcCode,
      isTooLarge: cause.isTooLarge,
    })
  }
}

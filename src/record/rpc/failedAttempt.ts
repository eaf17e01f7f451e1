/** What to do after a failed attempt: give up, send the request again later, or also slow down all other requests. */
export type RetryPolicy = 'never' | 'later' | 'slowDown'

export interface FailedAttemptDetails extends ErrorOptions {
  /** in milliseconds: how long the node asks the client to wait */
  readonly retryAfterMs?: number | undefined
  /** code of the JSON-RPC error, if the node responded with one */
  readonly rpcCode?: number | undefined
  /** whether no server could be reached at this address */
  readonly isUnreachable?: boolean
  /** whether the response exceeded its size limit */
  readonly isTooLarge?: boolean
  /** what the node said, with secrets that it may repeat; by default the problem */
  readonly words?: string
}

/** Why one attempt of a request failed. The caller of `RpcClient` sees it only after the last attempt, as the cause. */
export class FailedAttempt extends Error {
  readonly retry: RetryPolicy
  readonly retryAfterMs: number | undefined
  readonly rpcCode: number | undefined
  readonly isUnreachable: boolean
  readonly isTooLarge: boolean
  /** Private, so that no log shows it. */
  readonly #words: string

  constructor(retry: RetryPolicy, problem: string, details: FailedAttemptDetails = {}) {
    super(problem, details)
    this.retry = retry
    this.retryAfterMs = details.retryAfterMs
    this.rpcCode = details.rpcCode
    this.isUnreachable = details.isUnreachable ?? false
    this.isTooLarge = details.isTooLarge ?? false
    this.#words = details.words ?? problem
  }

  /** Whether the node's words match, as it wrote them: in the message, secrets are masked, such as `archive` of a URL. */
  says(pattern: RegExp): boolean {
    return pattern.test(this.#words)
  }
}

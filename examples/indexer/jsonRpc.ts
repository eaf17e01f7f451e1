import type { Clock } from './clock.ts'

/** How often a call is sent before it fails. */
const TRIES = 6

/** In milliseconds: the first wait if the response does not ask for one; it doubles each time. */
const BACKOFF_MS = 250

/** In milliseconds: how long a response may take. */
const RESPONSE_MS = 10_000

/** The error code for an exceeded limit (EIP-1474). */
const LIMIT_EXCEEDED = -32005

/** All tries of a call failed. */
export class NoAnswerError extends Error {}

/** Calls one node over HTTP, with retries. */
export class JsonRpc {
  readonly #url: string
  readonly #clock: Clock
  #nextId = 1

  constructor(url: string, clock: Clock) {
    this.#url = url
    this.#clock = clock
  }

  /** @throws {NoAnswerError} */
  async call<Result>(method: string, ...params: readonly unknown[]): Promise<Result | null> {
    let problem = ''
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const outcome = await this.#send(method, params)
      if ('result' in outcome) return outcome.result as Result | null
      problem = outcome.problem
      await this.#clock.sleep(outcome.waitMs ?? BACKOFF_MS * 2 ** attempt)
    }
    throw new NoAnswerError(`${method}: ${problem}`)
  }

  async #send(
    method: string,
    params: readonly unknown[],
  ): Promise<{ result: unknown } | { problem: string; waitMs?: number }> {
    const id = this.#nextId++
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal: this.#clock.deadline(RESPONSE_MS),
      })
      if (!response.ok) {
        await response.body?.cancel()
        const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
        const problem = `HTTP ${response.status}`
        return Number.isNaN(seconds) ? { problem } : { problem, waitMs: seconds * 1000 }
      }
      const answer = (await response.json()) as Answer
      if (answer.id !== id) return { problem: 'the response has the id of another request' }
      if (answer.error === undefined) return { result: answer.result ?? null }
      const { code, message, data } = answer.error
      const seconds = code === LIMIT_EXCEEDED ? data?.rate?.backoff_seconds : undefined
      return seconds === undefined
        ? { problem: message }
        : { problem: message, waitMs: seconds * 1000 }
    } catch (error) {
      // The connection failed, the response took too long, or it is not JSON.
      return { problem: String(error) }
    }
  }
}

interface Answer {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: { readonly rate?: { readonly backoff_seconds?: number } }
  }
}

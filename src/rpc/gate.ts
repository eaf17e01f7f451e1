import type { Endpoint } from '../endpoint/endpoint.ts'

/** A call that was answered with a result other than null. */
export interface AnsweredCall {
  readonly endpoint: Endpoint
  readonly method: string
  /** as they came */
  readonly params: unknown
}

/**
 * Lets calls in while nothing is changed, and changes while no call is under way. So what is done in several steps is to
 * clients as if done at once, and a client that has its answer finds all that this answer set off.
 */
export class Gate {
  readonly #onAnswered: (call: AnsweredCall) => void
  #inside = 0
  /** resolves when calls are let in again; undefined while they are */
  #closed: Promise<void> | undefined
  #onEmpty: (() => void) | undefined

  /** @param onAnswered told of each answer before it is sent; when it calls `alone`, no call comes in between */
  constructor(onAnswered: (call: AnsweredCall) => void) {
    this.#onAnswered = onAnswered
  }

  /**
   * Does the work of answering when calls are let in.
   *
   * @param answer adds the calls that it has answered to the list that it is given
   */
  async pass<T>(answer: (observed: AnsweredCall[]) => Promise<T>): Promise<T> {
    while (this.#closed !== undefined) await this.#closed
    this.#inside++
    try {
      const observed: AnsweredCall[] = []
      const answered = await answer(observed)
      for (const call of observed) this.#onAnswered(call)
      return answered
    } finally {
      this.#inside--
      if (this.#inside === 0) this.#onEmpty?.()
    }
  }

  /** Lets no more calls in, works when those that are in have their answers sent, and lets calls in again. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#closed !== undefined) await this.#closed
    const { promise, resolve: open } = withResolvers()
    this.#closed = promise
    try {
      if (this.#inside > 0) {
        const { promise: empty, resolve } = withResolvers()
        this.#onEmpty = resolve
        await empty
        // What has an answer sends it now: what the work has sent, as to subscribers, comes after it.
        await new Promise((resolve) => setImmediate(resolve))
      }
      return await work()
    } finally {
      this.#onEmpty = undefined
      this.#closed = undefined
      open()
    }
  }
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

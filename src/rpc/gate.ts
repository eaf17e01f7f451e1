import type { Endpoint } from '../endpoint/endpoint.ts'

/** A call that was answered with a result other than null. */
export interface AnsweredCall {
  readonly endpoint: Endpoint
  readonly method: string
  /** as received */
  readonly params: unknown
}

/**
 * Keeps calls and changes apart, like a read-write lock: calls run side by side, a change runs alone. So clients see a
 * change of several steps as one, and a client that has received a response sees every change that its call triggered.
 */
export class Gate {
  readonly #onAnswered: (call: AnsweredCall) => void
  #calls = 0
  /** resolves when the change is complete; undefined while none is in progress */
  #changing: Promise<void> | undefined
  #onIdle: (() => void) | undefined

  /** @param onAnswered called for each answered call before its response is sent; if it calls `alone`, no other call runs first */
  constructor(onAnswered: (call: AnsweredCall) => void) {
    this.#onAnswered = onAnswered
  }

  /**
   * Runs calls once no change is in progress.
   *
   * @param answer appends each call that it answers to the array
   */
  async pass<T>(answer: (answeredCalls: AnsweredCall[]) => Promise<T>): Promise<T> {
    while (this.#changing !== undefined) await this.#changing
    this.#calls++
    try {
      const answeredCalls: AnsweredCall[] = []
      const answered = await answer(answeredCalls)
      for (const call of answeredCalls) this.#onAnswered(call)
      return answered
    } finally {
      this.#calls--
      if (this.#calls === 0) this.#onIdle?.()
    }
  }

  /**
   * Runs calls and changes of one client once the responses to all calls in progress are sent; calls that arrive
   * meanwhile wait.
   *
   * @param answer appends each call that it answers to the array
   */
  async passAlone<T>(answer: (answeredCalls: AnsweredCall[]) => Promise<T>): Promise<T> {
    const answeredCalls: AnsweredCall[] = []
    const answered = await this.alone(() => answer(answeredCalls))
    await this.pass(async (calls) => calls.push(...answeredCalls))
    return answered
  }

  /** Runs a change once the responses to all calls in progress are sent; calls that arrive meanwhile wait. */
  async alone<T>(change: () => Promise<T>): Promise<T> {
    while (this.#changing !== undefined) await this.#changing
    const { promise, resolve: finish } = withResolvers()
    this.#changing = promise
    try {
      if (this.#calls > 0) {
        const { promise: idle, resolve } = withResolvers()
        this.#onIdle = resolve
        await idle
        // The responses are sent now, before anything that the change sends, such as notifications.
        await new Promise((resolve) => setImmediate(resolve))
      }
      return await change()
    } finally {
      this.#onIdle = undefined
      this.#changing = undefined
      finish()
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

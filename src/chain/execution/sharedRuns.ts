import { type Pause, yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'

interface Waiter<Result> {
  readonly pause: Pause | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/** Long work that callers who want the same result share. It ends early when none of them waits any more. */
export class SharedRuns<Result> {
  readonly #waiters = new Map<string, Set<Waiter<Result>>>()

  /**
   * @param key the same for the same result
   * @param pause is called whenever the work pauses; if it throws or rejects, this caller gets the error
   * @param work is called unless the result is being computed already; it must await its argument often
   */
  run(
    key: string,
    pause: Pause | undefined,
    work: (pause: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const waiter = { pause, resolve, reject }
      const known = this.#waiters.get(key)
      if (known !== undefined) {
        known.add(waiter)
        return
      }
      const waiters = new Set([waiter])
      this.#waiters.set(key, waiters)
      const finish = (settle: (each: Waiter<Result>) => void) => {
        if (this.#waiters.get(key) === waiters) this.#waiters.delete(key)
        for (const each of waiters) settle(each)
      }
      work(() => this.#pause(key, waiters)).then(
        (result) => finish((each) => each.resolve(result)),
        (reason: unknown) => finish((each) => each.reject(reason)),
      )
    })
  }

  async #pause(key: string, waiters: Set<Waiter<Result>>): Promise<void> {
    for (const waiter of waiters) {
      try {
        const paused = waiter.pause?.()
        await (paused ?? yieldToEventLoop())
      } catch (reason) {
        waiters.delete(waiter)
        waiter.reject(reason)
      }
    }
    if (waiters.size > 0) return
    // From now on, a new caller starts the work again.
    this.#waiters.delete(key)
    throw new Error('nobody waits for the result any more')
  }
}

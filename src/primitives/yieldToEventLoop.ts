/** That of Node, also while a test in the same process replaces timers. */
const inNextRound = setImmediate

/** Lets timers, signals and servers run: the EVM awaits only resolved promises, which never yield to the event loop. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    inNextRound(resolve)
  })
}

/**
 * Long work calls this now and then, and awaits the promise that it returns when it is time to yield. It throws or rejects
 * to abort the work.
 */
export type Pause = () => Promise<void> | undefined

/**
 * For loops over untrusted lists of any length.
 *
 * @param signal aborts the loop with its reason
 * @returns to be called in each round; yields to the event loop in every `rounds`th
 */
export function yieldEvery(rounds: number, signal?: AbortSignal): Pause {
  let left = rounds
  return () => {
    if (--left > 0) return undefined
    left = rounds
    return yieldToEventLoop().then(() => signal?.throwIfAborted())
  }
}

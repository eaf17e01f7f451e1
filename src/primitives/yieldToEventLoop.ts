/** That of Node, also while a test in the same process replaces timers. */
const inNextRound = setImmediate

/** Lets timers, signals and servers run: the EVM awaits only resolved promises, which never yield to the event loop. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    inNextRound(resolve)
  })
}

/**
 * For loops over untrusted lists of any length.
 *
 * @param signal aborts the loop with its reason
 * @returns to be called in each round; yields to the event loop in every `rounds`th
 */
export function yieldEvery(rounds: number, signal?: AbortSignal): () => Promise<void> | undefined {
  let left = rounds
  return () => {
    if (--left > 0) return undefined
    left = rounds
    return yieldToEventLoop().then(() => signal?.throwIfAborted())
  }
}

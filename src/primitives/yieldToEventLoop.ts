/** The EVM only ever waits for what is there already: without this, no timer, signal or server would get a turn. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/**
 * For loops over lists that somebody else made: gives others their turn in every so many rounds.
 *
 * @param signal ends the loop, with its reason
 */
export function yieldEvery(rounds: number, signal?: AbortSignal): () => Promise<void> | undefined {
  let left = rounds
  return () => {
    if (--left > 0) return undefined
    left = rounds
    return yieldToEventLoop().then(() => signal?.throwIfAborted())
  }
}

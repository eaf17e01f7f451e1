const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stop.abort())

/**
 * Aborts when the process receives SIGINT, SIGTERM or SIGHUP. `cli.ts` imports this module before all others, because a
 * signal without a listener kills the process at once. So does a second signal of the same name.
 */
export const stopSignal: AbortSignal = stop.signal

/** Stops the program as a signal does. */
export function requestStop(): void {
  stop.abort()
}

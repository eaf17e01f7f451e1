const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stop.abort())

/**
 * Aborts when the process is told to end. There is one process, so there is one of it; `cli.ts`
 * imports it before all else, because a signal that finds no listener kills at once. A second
 * signal of the same name does, too.
 */
export const stopSignal: AbortSignal = stop.signal

/** Aborts it without a signal. */
export function requestStop(): void {
  stop.abort()
}

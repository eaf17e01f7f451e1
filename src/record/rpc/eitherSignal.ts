/**
 * Runs work with a signal that is aborted with either of two, with its reason. Not `AbortSignal.any`: in Node 20 its sources
 * are never collected as garbage.
 */
export async function withEither<Result>(
  sources: readonly [AbortSignal, AbortSignal],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const either = new AbortController()
  const abort = (): void => either.abort(sources.find(({ aborted }) => aborted)?.reason)
  for (const source of sources) {
    if (source.aborted) abort()
    source.addEventListener('abort', abort)
  }
  try {
    return await work(either.signal)
  } finally {
    for (const source of sources) source.removeEventListener('abort', abort)
  }
}

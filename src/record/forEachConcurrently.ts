/**
 * Runs `work` for each item, with a limited number running at once. After the first failure no further item is started,
 * and the promise rejects once all that are running have settled.
 *
 * Written by hand because p-map rejects while other work is still running, which would then write into a folder that is
 * being deleted, and keeps a result for each item, of which there may be millions. Node's `Readable.forEach` is
 * experimental.
 *
 * @param onFailure called at the first failure, to end the running ones sooner
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
  onFailure: () => void,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let failure: { readonly cause: unknown } | undefined
  const worker = async () => {
    while (failure === undefined) {
      const next = iterator.next()
      if (next.done) return
      try {
        await work(next.value)
      } catch (cause) {
        if (failure !== undefined) return
        failure = { cause }
        onFailure()
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  if (failure !== undefined) throw (failure as { readonly cause: unknown }).cause
}

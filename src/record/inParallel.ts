/**
 * Does something with each item, so many at a time. After the first failure nothing further is begun, and the promise is
 * rejected once all that was under way has ended.
 *
 * @param onFailure called at the first failure, to end what is under way sooner
 */
export async function inParallel<Item>(
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

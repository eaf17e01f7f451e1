/**
 * Resolves when a condition is met. It is looked at once in each turn of the event loop, for as long as it takes: the
 * limit of the test reports one that is never met.
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await nextTurn()
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/**
 * What work comes to that waits for nothing but turns of the event loop.
 *
 * @param turns after so many it hangs, however long each of them takes
 */
export async function doneWithin<T>(turns: number, work: Promise<T>): Promise<T> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  done.catch(() => {})
  for (let turn = 0; !isDone && turn < turns; turn++) await nextTurn()
  if (!isDone) throw new Error(`it is not done after ${turns} turns of the event loop`)
  return done
}

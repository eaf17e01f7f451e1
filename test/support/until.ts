/**
 * Resolves when a condition is met. It is checked once in each round of the event loop, without a limit: the limit of
 * the test reports a condition that is never met.
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
 * The result of work that waits only for rounds of the event loop.
 *
 * @param turns the number of rounds after which it counts as stuck
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

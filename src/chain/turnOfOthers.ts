/** The EVM only ever waits for what is there already: without this, no timer, signal or server would get a turn. */
export function turnOfOthers(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

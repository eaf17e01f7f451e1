/**
 * Finds the first item of a list that makes some work fail: the work succeeds with the items before it, and fails with it
 * added. Such items often follow each other, so the search tries short prefixes first.
 *
 * @param items the work succeeds without any of them
 * @param isPossible whether the work succeeds with a prefix of the items; may reject with another problem
 * @param known how many of the first items are known to succeed together
 * @returns its index; undefined if the work succeeds with all items, or fails only once
 */
export async function firstThatFails<Item>(
  items: readonly Item[],
  isPossible: (prefix: readonly Item[]) => Promise<boolean>,
  known = 0,
): Promise<number | undefined> {
  let [possible, failing] = [known, items.length + 1]
  for (let step = 1; failing > items.length; step *= 2) {
    if (possible === items.length) return undefined
    const next = Math.min(possible + step, items.length)
    if (await isPossible(items.slice(0, next))) possible = next
    else failing = next
  }
  while (failing - possible > 1) {
    const middle = Math.floor((possible + failing) / 2)
    if (await isPossible(items.slice(0, middle))) possible = middle
    else failing = middle
  }
  // It may have failed only this time.
  return (await isPossible(items.slice(0, failing))) ? undefined : failing - 1
}

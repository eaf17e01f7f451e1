/**
 * Finds the first item without which work would succeed: the last of the shortest beginning of a list with which it fails.
 * It looks near the start first, because such items often stand together.
 *
 * @param items with none of which it fails
 * @param isPossible whether it succeeds with a beginning of them; may reject with another problem
 * @param known how many of the first are known to be possible together
 * @returns its index; undefined if the work succeeds with all of them, or does not fail a second time
 */
export async function firstThatFails<Item>(
  items: readonly Item[],
  isPossible: (beginning: readonly Item[]) => Promise<boolean>,
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
  // What fails once may have failed by chance.
  return (await isPossible(items.slice(0, failing))) ? undefined : failing - 1
}

/**
 * Finds the first item without which work would succeed: the last of the shortest beginning of a list with which it fails.
 *
 * @param items with all of which it fails, and with none of which it does not
 * @param isPossible whether it succeeds with a beginning of them; may reject with another problem
 */
export async function firstThatFails<Item>(
  items: readonly Item[],
  isPossible: (beginning: readonly Item[]) => Promise<boolean>,
): Promise<Item> {
  let [possible, failing] = [0, items.length]
  while (failing - possible > 1) {
    const middle = Math.floor((possible + failing) / 2)
    if (await isPossible(items.slice(0, middle))) possible = middle
    else failing = middle
  }
  return items[failing - 1] as Item
}

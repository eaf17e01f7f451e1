/** Up to this length a list has room for its items only. */
const EXACT_MAX = 4

/**
 * A list with one more item: this one, or a new one while it is short. The first `push` reserves room for 17, and there may
 * be tens of thousands of endpoints, each with several short lists.
 */
export function withAdded<Item>(list: Item[], item: Item): Item[] {
  if (list.length < EXACT_MAX) return [...list, item]
  list.push(item)
  return list
}

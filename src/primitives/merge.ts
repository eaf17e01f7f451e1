/**
 * Merges objects like `{ ...first, ...second }`, for hot paths: in Node 20, V8 gives each result of such a literal its
 * own hidden class, which takes memory and makes every later property access slow.
 *
 * @param target is modified and returned
 */
export function merge<A extends object, B extends object, C extends object, D extends object>(
  target: A,
  ...sources: readonly [B] | readonly [B, C] | readonly [B, C, D]
): A & B & C & D {
  return Object.assign(target, ...sources)
}

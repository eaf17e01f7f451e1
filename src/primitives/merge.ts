/**
 * One object of several, as `{ ...first, ...second }`, for where that is done again and again: V8 as Node 20 has it
 * gives each result of such a literal a shape of its own. Shapes live long, and what reads such objects never learns
 * what they look like.
 *
 * @param target changed, and returned
 */
export function merge<A extends object, B extends object, C extends object, D extends object>(
  target: A,
  ...sources: readonly [B] | readonly [B, C] | readonly [B, C, D]
): A & B & C & D {
  return Object.assign(target, ...sources)
}

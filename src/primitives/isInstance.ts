/** Marks the prototypes of classes whose instances are told by their names where they are of another copy. */
export const BRAND = Symbol.for('ommer.class')

/**
 * Whether a value is an instance of a class, or of the class of the same name in another copy of this package: `import`
 * and `require` load one each, and what one copy throws may be caught where the other is used.
 *
 * @param this a class with the brand, or one that extends it
 */
export function isInstance(this: { readonly name: string }, value: unknown): boolean {
  if (Function.prototype[Symbol.hasInstance].call(this, value)) return true
  if (typeof value !== 'object' || value === null) return false
  for (let one = value; BRAND in one; one = Object.getPrototypeOf(one)) {
    if (one.constructor.name === this.name) return true
  }
  return false
}

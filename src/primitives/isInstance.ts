/** Marks the prototypes of classes whose instances from another copy of the package are recognized by class name. */
export const BRAND = Symbol.for('ommer.class')

/**
 * Whether a value is an instance of a class, or of the class of the same name in another copy of this package. `import`
 * and `require` load one copy each, and code that uses one may catch an error that the other threw.
 *
 * @param this a class with the brand, or a subclass of one
 */
export function isInstance(this: { readonly name: string }, value: unknown): boolean {
  if (Function.prototype[Symbol.hasInstance].call(this, value)) return true
  if (typeof value !== 'object' || value === null) return false
  for (let one = value; BRAND in one; one = Object.getPrototypeOf(one)) {
    if (one.constructor.name === this.name) return true
  }
  return false
}

import { Chain } from './chain.ts'

/**
 * Checks that a value is a chain of this copy of the package.
 *
 * @returns what is wrong, for an error message; undefined if nothing is
 */
export function chainProblem(value: unknown): string | undefined {
  if (value instanceof Chain) return undefined
  // The code that reads chains uses private fields, which another copy of the class does not share. Bundlers rename the
  // class, but not its fields.
  const isOfOtherCopy =
    typeof value === 'object' && value !== null && 'children' in value && 'blockFactory' in value
  return isOfOtherCopy
    ? 'it was made by another copy of ommer: take createChain and serve from one version, loaded once'
    : 'want a chain from createChain or loadChain; is an await missing?'
}

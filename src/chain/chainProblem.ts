import { Chain } from './chain.ts'

/**
 * Looks whether a value is a chain of this copy of the package.
 *
 * @returns what is wrong, in words; undefined where nothing is
 */
export function chainProblem(value: unknown): string | undefined {
  if (value instanceof Chain) return undefined
  // Chains share state with what reads them, so one copy cannot work with the private fields of the other.
  return (value as object | null | undefined)?.constructor?.name === Chain.name
    ? 'it was made by another copy of ommer: import and require load one each, so use one of them for both'
    : 'want what createChain or loadChain resolves to; is an await missing?'
}

import { RequestError } from '../errors.ts'

/** Who sends a request that changes something, or that needs a key. */
export interface ChangingClient {
  /** Why the request may not change anything; undefined if it may. By default every request may. */
  readonly changeProblem?: (() => string | undefined) | undefined
}

/**
 * Refuses requests that may change nothing, such as those of web pages of other origins.
 *
 * @throws {RequestError} OPERATION_REFUSED
 */
export function requireOwnOrigin({ changeProblem }: ChangingClient): void {
  const problem = changeProblem?.()
  if (problem === undefined) return
  throw new RequestError('OPERATION_REFUSED', problem, { code: 'FOREIGN_ORIGIN' })
}

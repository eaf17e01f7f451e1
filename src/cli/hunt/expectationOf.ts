import { commandExpectation } from '../../hunt/rows/commandExpectation.ts'
import type { Expectation } from '../../hunt/rows/expectation.ts'
import { type ExpectationName, expectations } from '../../hunt/rows/expectations.ts'
import { sqlExpectation } from '../../hunt/rows/sqlExpectation.ts'

/** The table that `--expect` names; undefined where it follows from the rows. */
export async function expectationOf(
  given: string | undefined,
): Promise<ExpectationName | Expectation | undefined> {
  if (given === undefined) return undefined
  if (Object.hasOwn(expectations, given)) return given as ExpectationName
  return given.endsWith('.sql') ? sqlExpectation(given) : commandExpectation(given)
}

import type { Row } from './columns.ts'
import type { ChainBlocks } from './expectation.ts'
import { expectationNames, expectations } from './expectations.ts'

/** The rows of all tables that hunt knows. */
export function knownTables(
  chains: readonly ChainBlocks[],
): Readonly<Record<string, readonly Row[]>> {
  return Object.fromEntries(expectationNames.map((name) => [name, expectations[name].rows(chains)]))
}

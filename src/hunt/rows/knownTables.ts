import type { Block } from '../../chain/encoding/block.ts'
import type { Row } from './columns.ts'
import { expectationNames, expectations } from './expectations.ts'

/** The rows of all tables that hunt knows. */
export function knownTables(blocks: readonly Block[]): Readonly<Record<string, readonly Row[]>> {
  return Object.fromEntries(expectationNames.map((name) => [name, expectations[name].rows(blocks)]))
}

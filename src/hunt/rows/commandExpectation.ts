import { shellOutput } from '../client/shellOutput.ts'
import type { Expectation } from './expectation.ts'
import { knownTables } from './knownTables.ts'
import { readOwnRows } from './readRows.ts'

/** A table that a command makes: it gets the known tables as JSON on its standard input, and prints the right rows. */
export function commandExpectation(command: string): Expectation {
  return {
    name: 'rows',
    async rows(chains) {
      const input = JSON.stringify(knownTables(chains))
      return readOwnRows(
        await shellOutput(command, { option: '--expect', code: 'INVALID_OPTION', input }),
      )
    },
  }
}

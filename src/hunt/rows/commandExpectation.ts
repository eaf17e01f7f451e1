import { execFile } from 'node:child_process'
import type { Block } from '../../chain/encoding/block.ts'
import { HuntError } from '../huntError.ts'
import type { Row } from './columns.ts'
import type { Expectation } from './expectation.ts'
import { knownTables } from './knownTables.ts'
import { readOwnRows } from './readOwnRows.ts'

const ROWS_MAX = 256 * 1024 * 1024
const COMMAND_MS = 60_000

/** A table that a command makes: it gets the known tables as JSON on its standard input, and prints the right rows. */
export function commandExpectation(command: string): Expectation {
  return {
    name: 'rows',
    summary: command,
    rows: async (blocks) => readOwnRows(await run(command, blocks)),
  }
}

function run(command: string, blocks: readonly Block[]): Promise<string> {
  const tables: Readonly<Record<string, readonly Row[]>> = knownTables(blocks)
  return new Promise((resolve, reject) => {
    const options = { shell: true, timeout: COMMAND_MS, maxBuffer: ROWS_MAX }
    const child = execFile(command, options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const [last = error.message] = stderr.trim().split('\n').slice(-1)
      reject(new HuntError('INVALID_OPTION', `--expect '${command}': ${last}`))
    })
    // A command that reads nothing has closed its input.
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify(tables))
  })
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HuntedClient } from '../../../../src/hunt.ts'
import { installProject } from '../../project.ts'
import { startProgram } from '../program.ts'

/**
 * Logs with SQD's evm-processor 1.27.3, which takes 10 blocks as final. It keeps nothing when it is restarted.
 *
 * @throws {NotInstalledError}
 */
export function sqdClient(): HuntedClient {
  const project = new URL('../projects/sqd-evm-processor-1.27.3/', import.meta.url)
  const install = [['npm', 'ci', '--no-audit', '--no-fund']] as const
  const folder = installProject('indexer', project, 'package-lock.json', install)
  const fileOf = (dir: string) => join(dir, 'rows.json')
  return {
    start: ({ url, dir }) =>
      startProgram({ command: process.execPath, args: ['run.cjs', url, fileOf(dir)], folder }),
    rows: ({ dir }) => readFile(fileOf(dir), 'utf8'),
  }
}

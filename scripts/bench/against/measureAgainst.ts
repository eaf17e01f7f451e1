import { join, resolve } from 'node:path'
import type { Slices } from '../measureRequest.ts'
import type { Row } from '../report.ts'
import { measureStartAgainst } from '../start.ts'
import { measureFilesAgainst } from './files.ts'
import { measureRequestsAgainst } from './requests.ts'
import { measureSendingAgainst } from './sending.ts'
import { measureServingAgainst } from './serving.ts'

interface Amount {
  /** of processes that serve blocks, and of all that is not measured in slices */
  readonly pairs: number
  readonly slices: Slices
  /** of a run that sends */
  readonly transfers: number
  /** of the chain that is exported and loaded */
  readonly blocks: number
}

/**
 * Compares what users wait for with another build, to see whether a change has made it slower. Compared with itself, it shows
 * how far the figures can be trusted.
 *
 * @param folder of the other build: a compiled checkout, or an installed package
 */
export async function measureAgainst(
  folder: string,
  { pairs, slices, transfers, blocks }: Amount,
): Promise<Row[]> {
  const otherCli = join(resolve(folder), 'dist/cli.js')
  return [
    ...(await measureServingAgainst(folder, pairs, slices)),
    ...(await measureRequestsAgainst(folder, slices)),
    ...(await measureSendingAgainst(otherCli, { pairs, transfers })),
    ...(await measureFilesAgainst(folder, pairs, blocks)),
    ...(await measureStartAgainst(otherCli, pairs)),
  ]
}

import { describeDifference, replay } from '../../../src/hunt.ts'
import { NotInstalledError } from '../project.ts'
import type { Postgres } from './postgres.ts'
import type { Subject } from './subjects.ts'

/** What came of a written scenario with a version of an indexer: a row of the table. */
export interface Played {
  readonly version: string
  readonly result: string
  readonly isAsExpected: boolean
}

/**
 * Plays the written scenario of a subject with each of its versions.
 *
 * @param runs how often each
 */
export async function playWritten(
  { written, versions }: Subject,
  runs: number,
  postgres: () => Promise<Postgres>,
): Promise<readonly Played[]> {
  const rows: Played[] = []
  if (written === undefined) return rows
  const file = new URL(`written/${written}`, import.meta.url)
  for (const { name: version, isRight, install } of versions) {
    try {
      const client = await install(postgres)
      const began = performance.now()
      const { wrong, difference } = await replay(file, { ...client, runs })
      const seconds = ((performance.now() - began) / 1000 / runs).toFixed(1)
      const first = difference === undefined ? '' : `; ${describeDifference(difference)}`
      rows.push({
        version,
        result: `wrong in ${wrong} of ${runs}, ${seconds} s each${first}`,
        isAsExpected: isRight ? wrong === 0 : wrong === runs,
      })
    } catch (error) {
      if (!(error instanceof NotInstalledError)) throw error
      rows.push({ version, result: `skipped: ${error.message}`, isAsExpected: true })
    }
  }
  return rows
}

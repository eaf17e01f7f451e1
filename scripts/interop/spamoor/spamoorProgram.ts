import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cacheFolder } from '../cacheFolder.ts'

/**
 * The path of spamoor: the one in `OMMER_TEST_SPAMOOR`, or one that Go builds from the source of ethpandaops/spamoor in the
 * folder `OMMER_TEST_SPAMOOR_SOURCE`.
 *
 * @returns undefined if neither is set
 */
export function findSpamoor(): string | undefined {
  const { OMMER_TEST_SPAMOOR, OMMER_TEST_SPAMOOR_SOURCE } = process.env
  if (OMMER_TEST_SPAMOOR !== undefined) return resolve(OMMER_TEST_SPAMOOR)
  if (OMMER_TEST_SPAMOOR_SOURCE === undefined) return undefined
  const path = join(cacheFolder, process.platform === 'win32' ? 'spamoor.exe' : 'spamoor')
  mkdirSync(cacheFolder, { recursive: true })
  console.error('building spamoor (takes some minutes) ...')
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  execFileSync('go', ['build', '-o', path, './cmd/spamoor'], {
    cwd: resolve(OMMER_TEST_SPAMOOR_SOURCE),
    stdio: [...stdio],
  })
  return path
}

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Why there is no browser, for the line that says so. */
export const NO_BROWSER = 'no Chromium is installed (CHROME_PATH names another)'

/**
 * Finds a Chromium of this machine: the one that `CHROME_PATH` names, or the first in `PATH`.
 *
 * @returns its path; undefined if there is none
 * @throws if `CHROME_PATH` names a file that does not exist
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { CHROME_PATH: named, PATH = '' } = env
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    throw new Error(`CHROME_PATH: ${named} does not exist`)
  }
  return PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

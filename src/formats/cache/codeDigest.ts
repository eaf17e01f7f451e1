import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folders of the code that generates chains. */
const FOLDERS = ['chain', 'primitives']

/**
 * A digest of the code that generates chains, and of `package.json`: the versions of this package and of its
 * dependencies. In a clone of the repository the code changes while the version does not.
 *
 * The build replaces this function by one that returns its result (`scripts/build/builtConstants.ts`).
 *
 * @param sources the folder of all sources, ending in a slash
 * @returns 64 hex digits
 */
export function codeDigest(
  sources: string = fileURLToPath(new URL('../../', import.meta.url)),
): string {
  const hash = createHash('sha256').update(readFileSync(`${sources}../package.json`))
  for (const folder of FOLDERS) {
    for (const file of filesIn(sources + folder)) {
      hash.update(file).update(readFileSync(`${sources}${folder}/${file}`))
    }
  }
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ResolvedSpec } from '../../chain/spec/spec.ts'

/**
 * The key of a chain in the cache. It changes with the spec, with `package.json` (the versions of this package and of
 * its dependencies), and with the code, which in a clone of the repository changes while the version does not.
 *
 * @returns 64 hex digits
 */
export function cacheKey(spec: ResolvedSpec): string {
  const hash = createHash('sha256')
  hash.update(readFileSync(new URL('../../../package.json', import.meta.url)))
  for (const folder of ['chain', 'primitives']) {
    const path = fileURLToPath(new URL(`../../${folder}/`, import.meta.url))
    for (const file of codeFiles(path)) hash.update(file).update(readFileSync(path + file))
  }
  return hash.update(JSON.stringify(spec)).digest('hex')
}

/** Files with the extension of this one: `.js` when compiled, `.ts` in development. */
function codeFiles(path: string): string[] {
  const extension = extname(import.meta.url)
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .sort()
}

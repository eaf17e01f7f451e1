import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ResolvedSpec } from '../../chain/spec/spec.ts'

/**
 * What a chain is kept under: it changes with the spec, with the version of this package and of those that it is
 * pinned to, and with the code itself. In a clone of the repository the code changes and the version stays.
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

/** The files that are code where this one is: compiled ones, or in development their sources. */
function codeFiles(path: string): string[] {
  const extension = extname(import.meta.url)
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .sort()
}

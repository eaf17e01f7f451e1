import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Changes a file of a suite.
 *
 * @throws if it does not have what is replaced: then the suite has changed
 */
export function replaceIn(copy: string, file: string, pattern: RegExp, replacement: string): void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (!pattern.test(text)) throw new Error(`${path} has nothing like ${pattern}`)
  writeFileSync(path, text.replace(pattern, replacement))
}

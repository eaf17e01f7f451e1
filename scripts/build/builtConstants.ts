import { join } from 'node:path'
import type { Plugin } from 'rolldown'
import { codeDigest } from '../../src/formats/cache/codeDigest.ts'
import { version } from '../../src/version.ts'

/**
 * Replaces the modules that read files of the sources by what they return. A bundle could not find these files, and a built
 * package does not change.
 */
export function builtConstants(root: string): Plugin {
  const contents = contentsOf(root)
  return { name: 'built-constants', load: (path) => contents.get(path) }
}

/** The new source of each module, by its path. */
function contentsOf(root: string): ReadonlyMap<string, string> {
  const sources = join(root, 'src')
  return new Map([
    [join(sources, 'version.ts'), `export const version = ${JSON.stringify(version)}`],
    [
      join(sources, 'formats/cache/codeDigest.ts'),
      `export function codeDigest() { return ${JSON.stringify(codeDigest())} }`,
    ],
    [
      join(sources, 'primitives/nativeFolder.ts'),
      `import { fileURLToPath } from 'node:url'
      export const nativeFolder = fileURLToPath(new URL('native', import.meta.url))`,
    ],
  ])
}

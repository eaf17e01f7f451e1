import { join } from 'node:path'
import type { Plugin as EsbuildPlugin } from 'esbuild'
import type { Plugin as RolldownPlugin } from 'rolldown'
import { codeDigest } from '../../src/formats/cache/codeDigest.ts'
import { version } from '../../src/version.ts'

const NAME = 'built-constants'

/**
 * Replaces the modules that read files of the package by what they return. A bundle could not find these files, and a
 * built package does not change.
 */
export function builtConstants(root: string): RolldownPlugin {
  const contents = contentsOf(root)
  return { name: NAME, load: (path) => contents.get(path) }
}

/** The same for esbuild. */
export function esbuildConstants(root: string): EsbuildPlugin {
  const contents = contentsOf(root)
  return {
    name: NAME,
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
        const text = contents.get(path)
        return text === undefined ? undefined : { contents: text, loader: 'js' }
      })
    },
  }
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
  ])
}

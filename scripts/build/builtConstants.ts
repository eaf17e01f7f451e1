import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { codeDigest } from '../../src/formats/cache/codeDigest.ts'
import { version } from '../../src/version.ts'

/**
 * Replaces the modules that read files of the package by what they return. A bundle could not find these files, and a
 * built package does not change.
 */
export function builtConstants(sources: string): Plugin {
  const contents = new Map([
    ['version.ts', `export const version = ${JSON.stringify(version)}`],
    [
      'formats/cache/codeDigest.ts',
      `export function codeDigest() { return ${JSON.stringify(codeDigest())} }`,
    ],
  ])
  return {
    name: 'built-constants',
    setup({ onLoad }) {
      for (const [path, text] of contents) {
        const filter = new RegExp(`[/\\\\]${path.split('/').pop()?.replace('.', '\\.')}$`)
        onLoad({ filter }, (module) =>
          module.path === join(sources, path) ? { contents: text, loader: 'js' } : undefined,
        )
      }
    },
  }
}

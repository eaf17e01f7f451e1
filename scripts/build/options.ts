import type { BuildOptions } from 'esbuild'
import { esbuildConstants } from './builtConstants.ts'
import type { BuildFolders } from './folders.ts'

/** The oldest Node that we support. */
export const TARGET = 'node20.19'

/**
 * Native code cannot be bundled, so it stays a dependency. The accelerators of ws and debug are optional: they are used if
 * someone has installed them.
 */
export const EXTERNAL = [
  'secp256k1',
  'secp256k1/bindings.js',
  'secp256k1/lib/index.js',
  'bufferutil',
  'utf-8-validate',
  'supports-color',
  '@redis/client',
]

/** The options of esbuild for the CommonJS bundles. */
export function commonOptions({ root }: BuildFolders): BuildOptions {
  return {
    // Paths are relative to this folder, so a bundle is the same wherever it is built.
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: TARGET,
    plugins: [esbuildConstants(root)],
    legalComments: 'none',
    logLevel: 'warning',
  }
}

import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { builtConstants } from './builtConstants.ts'
import type { BuildFolders } from './folders.ts'

/** The options of esbuild for all bundles. */
export function commonOptions({ root }: BuildFolders): BuildOptions {
  return {
    // Paths are relative to this folder, so a bundle is the same wherever it is built.
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    plugins: [builtConstants(join(root, 'src'))],
    legalComments: 'none',
    logLevel: 'warning',
  }
}

import { join } from 'node:path'
import { build } from 'vite'
import type { BuildFolders } from './folders.ts'

/**
 * Builds the page of the explorer: `index.html` and its assets. Their addresses are relative to the page, so the same
 * files work at the address of every key, and nothing is inlined, because the page's policy forbids inline code.
 */
export async function buildExplorer({ root, output }: BuildFolders): Promise<void> {
  await build({
    root: join(root, 'src/explorer'),
    configFile: false,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: output,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      license: { fileName: 'licences.md' },
      modulePreload: { polyfill: false },
      target: 'es2022',
      // The first versions that know `light-dark()`.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    },
  })
}

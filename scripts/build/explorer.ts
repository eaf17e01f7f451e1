import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { BuildFolders } from './folders.ts'

/** How large the page and its assets may be, compressed and in bytes. It opens at once on any machine then. */
const SIZE_MAX = 120 * 1024

/**
 * Builds the page of the explorer: `index.html` and its assets. Their addresses are relative to the page, so the same
 * files work at the address of every key, and nothing is inlined, because the page's policy forbids inline code.
 *
 * @throws {Error} if it has become too large
 */
export async function buildExplorer({ root, output }: BuildFolders): Promise<void> {
  await build({
    root: join(root, 'src/explorer'),
    configFile: false,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    // By default Vite follows NODE_ENV: built by a test runner, the page would contain the paths of its sources.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
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
  const size = compressedSize(output)
  if (size > SIZE_MAX) {
    throw new Error(`the explorer has ${size} bytes compressed, more than ${SIZE_MAX}`)
  }
}

/** The bytes that a browser loads: everything but the licences. */
function compressedSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => gzipSync(readFileSync(join(entry.parentPath, entry.name))).length)
    .reduce((sum, size) => sum + size, 0)
}

import { build } from 'esbuild'
import type { BuildFolders } from './folders.ts'
import { commonOptions } from './options.ts'

/** What is loaded by its address: of the package, the command, or a worker. Each has the name of its file, without `.js`. */
const ENTRIES = {
  index: 'src/index.ts',
  cli: 'src/cli.ts',
  vitest: 'src/testing/vitest.ts',
  jest: 'src/testing/jest.ts',
  mocha: 'src/testing/mocha.ts',
  nodeTest: 'src/testing/nodeTest.ts',
  callWorker: 'src/callThreads/callWorker.ts',
}

/**
 * Bundles the sources into a few ES modules: loading hundreds of small files takes longer than running them. A module that
 * is imported with `import()` stays in a file that is loaded only then. Packages are not bundled.
 *
 * All files are in one folder, so `new URL('vitest.js', import.meta.url)` is the address of an entry from any module.
 */
export async function bundleEsModules(folders: BuildFolders): Promise<void> {
  await build({
    ...commonOptions(folders),
    entryPoints: ENTRIES,
    outdir: folders.output,
    format: 'esm',
    splitting: true,
    packages: 'external',
  })
}

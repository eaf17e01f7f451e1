import { relative } from 'node:path'
import { rolldown } from 'rolldown'
import { builtConstants } from './builtConstants.ts'
import { chunkNames } from './chunkNames.ts'
import type { BuildFolders } from './folders.ts'
import { EXTERNAL, TARGET } from './options.ts'
import { withNodeCheck } from './withNodeCheck.ts'
import { withoutFacades } from './withoutFacades.ts'

/** What is loaded by its address: of the package, the command, or a worker. Each has the name of its file, without `.js`. */
const ENTRIES = {
  index: 'src/index.ts',
  cli: 'src/cli.ts',
  anvil: 'src/anvil.ts',
  vitest: 'src/testing/vitest.ts',
  jest: 'src/testing/jest.ts',
  mocha: 'src/testing/mocha.ts',
  nodeTest: 'src/testing/nodeTest.ts',
  hunt: 'src/hunt.ts',
  callWorker: 'src/threads/calls/callWorker.ts',
  senderWorker: 'src/threads/senders/senderWorker.ts',
}

/** The entries that users import, by their names. */
const IMPORTED = ['index', 'vitest', 'jest', 'mocha', 'nodeTest', 'hunt']

/** Not in a bundle, because Node warns of `url.parse`, which this calls, unless the code is in `node_modules`. */
const UNBUNDLED = ['express']

/** What is loaded together: modules that the same of these need share a file. */
const LOADED_TOGETHER = {
  signals: ['src/cli.ts'],
  command: ['src/cli/reportFailure.ts', 'src/cli/main.ts', 'src/cli/runServe.ts'],
  // The second is small, and the command needs it, too: a file of its own would be one more to load.
  library: ['src/index.ts', 'src/hunt/huntInputs.ts'],
  testing: ['vitest', 'jest', 'mocha', 'nodeTest'].map((name) => `src/testing/${name}.ts`),
  hunting: ['src/hunt.ts'],
  genesis: ['src/chain/beginChain.ts'],
  generator: ['src/chain/createChain.ts', 'src/chain/generate/openBlockFactory.ts'],
  calls: ['src/threads/calls/callWorker.ts'],
  senders: ['src/threads/senders/senderWorker.ts'],
}

/** A chain of genesis alone is begun by the command or the library. A hunt serves chains with what the library has. */
const LOADED_AFTER = { genesis: ['command', 'library'], hunting: ['library'] }

/**
 * Bundles the sources and the packages that they import into a few ES modules: loading hundreds of small files takes longer
 * than running them. A module that is imported with `import()` stays in a file that is loaded only then.
 *
 * All files are in one folder, so `new URL('vitest.js', import.meta.url)` is the address of an entry from any module.
 *
 * @returns the paths of all modules in the files, relative to the root
 */
export async function bundleEsModules({ root, output }: BuildFolders): Promise<readonly string[]> {
  const bundle = await rolldown({
    cwd: root,
    input: ENTRIES,
    platform: 'node',
    external: [...EXTERNAL, ...UNBUNDLED],
    transform: { target: TARGET },
    // Some modules are imported both ways on purpose: what is loaded first need not load them.
    checks: { ineffectiveDynamicImport: false },
    plugins: [builtConstants(root), withoutFacades(), withNodeCheck(root, IMPORTED)],
    preserveEntrySignatures: 'allow-extension',
  })
  try {
    const written = await bundle.write({
      dir: output,
      format: 'esm',
      comments: { legal: false, jsdoc: false },
      keepNames: true,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: chunkNames(root, LOADED_TOGETHER, LOADED_AFTER), debugName: 'loaders' }],
      },
    })
    const files = written.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    return [...new Set(files)].map((path) => relative(root, path))
  } finally {
    await bundle.close()
  }
}

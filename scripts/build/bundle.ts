import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { builtConstants } from './builtConstants.ts'
import { chunkNames } from './chunkNames.ts'
import type { BuildFolders } from './folders.ts'
import { CHECK_FILE, callOfCheck, nodeCheck } from './nodeCheck.ts'

/** The oldest Node that we support. */
const TARGET = 'node20.19'

/** What is loaded by its address: of the package, the command, or a worker. Each has the name of its file, without `.js`. */
const ENTRIES = {
  index: 'src/index.ts',
  cli: 'src/cli.ts',
  anvil: 'src/anvil.ts',
  vitest: 'src/testing/vitest.ts',
  jest: 'src/testing/jest.ts',
  mocha: 'src/testing/mocha.ts',
  'node-test': 'src/testing/nodeTest.ts',
  hunt: 'src/hunt.ts',
  callWorker: 'src/threads/calls/callWorker.ts',
  nameWorker: 'src/threads/names/nameWorker.ts',
  senderWorker: 'src/threads/senders/senderWorker.ts',
}

/** The entries that users run. */
const COMMANDS = ['cli', 'anvil']

/** What users may install: the client of Redis, and what makes ws and debug faster or prettier. */
const OPTIONAL = ['@redis/client', 'bufferutil', 'utf-8-validate', 'supports-color']

/** What is loaded together: modules that the same of these need share a file. */
const LOADED_TOGETHER = {
  signals: ['src/cli.ts'],
  command: ['src/cli/reportFailure.ts', 'src/cli/main.ts', 'src/cli/runServe.ts'],
  // The second is small, and the command needs it, too: a file of its own would be one more to load.
  library: ['src/index.ts', 'src/hunt/huntInputs.ts'],
  testing: [
    ...['vitest', 'jest', 'mocha', 'nodeTest'].map((name) => `src/testing/${name}.ts`),
    // What it shares with the command line is then apart from the module that listens for signals.
    'src/cachedChain.ts',
  ],
  hunting: ['src/hunt.ts'],
  genesis: ['src/chain/beginChain.ts'],
  generator: ['src/chain/createChain.ts', 'src/chain/generate/openBlockFactory.ts'],
  calls: ['src/threads/calls/callWorker.ts'],
  names: ['src/threads/names/nameWorker.ts'],
  senders: ['src/threads/senders/senderWorker.ts'],
}

/** A chain of genesis alone is begun by the command or the library. A hunt serves chains with what the library has. */
const LOADED_AFTER = { genesis: ['command', 'library'], hunting: ['library'] }

/**
 * Bundles the sources and the packages that they import into a few files: loading hundreds of small ones takes longer than
 * running them. A module that is imported with `import()` stays in a file that is loaded only then.
 *
 * The files are CommonJS, which `import` and `require` load alike, and Jest, too, which loads no ES modules of packages.
 * All are in one folder, so `new URL('callWorker.js', import.meta.url)` is the address of an entry from any module.
 *
 * @returns the paths of all modules in the files, relative to the root
 */
export async function bundleModules({ root, output }: BuildFolders): Promise<readonly string[]> {
  const bundle = await rolldown({
    cwd: root,
    input: ENTRIES,
    platform: 'node',
    external: OPTIONAL,
    transform: { target: TARGET },
    // Some modules are imported both ways on purpose: what is loaded first need not load them.
    checks: { ineffectiveDynamicImport: false },
    plugins: [builtConstants(root)],
    preserveEntrySignatures: 'allow-extension',
  })
  try {
    const written = await bundle.write({
      dir: output,
      format: 'cjs',
      banner: ({ isEntry, name }) => (isEntry ? callOfCheck(COMMANDS.includes(name)) : ''),
      comments: { legal: false, jsdoc: false },
      keepNames: true,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            name: chunkNames(root, Object.values(ENTRIES), LOADED_TOGETHER, LOADED_AFTER),
            debugName: 'loaders',
          },
        ],
      },
    })
    writeFileSync(join(output, CHECK_FILE), nodeCheck(root))
    const files = written.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    return [...new Set(files)].map((path) => relative(root, path))
  } finally {
    await bundle.close()
  }
}

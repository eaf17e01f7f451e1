import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type RollupLog, rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import type { BuildFolders } from './folders.ts'

/** What users import, without `.d.ts`. */
const ENTRIES = {
  index: 'index',
  vitest: 'testing/vitest',
  jest: 'testing/jest',
  mocha: 'testing/mocha',
  nodeTest: 'testing/nodeTest',
  hunt: 'hunt',
}

/** Declarations of more than one entry are in a file of this name. */
const SHARED = 'declarations'

/** The plugin would have all types that public ones mention exported. A name that a user cannot import is enough here. */
const UNEXPORTED = /still references private shared type exports/

/**
 * Bundles the public declarations, with those that they mention of other packages: a user has none of these. They are
 * written as CommonJS, as the modules are.
 */
export async function bundleDeclarations({ root, output }: BuildFolders): Promise<void> {
  const compiled = mkdtempSync(join(root, 'node_modules/.declarations-'))
  try {
    compile(root, compiled)
    const bundle = await rollup({
      input: Object.fromEntries(
        Object.entries(ENTRIES).map(([name, path]) => [name, join(compiled, `${path}.d.ts`)]),
      ),
      external: /^node:/,
      plugins: [dts({ respectExternal: true })],
      onLog(_level, log: RollupLog) {
        if (!UNEXPORTED.test(log.message)) throw new Error(log.message)
      },
    })
    await bundle.write({
      dir: output,
      entryFileNames: '[name].d.ts',
      chunkFileNames: `${SHARED}[hash].d.ts`,
    })
    await bundle.close()
  } finally {
    rmSync(compiled, { recursive: true })
  }
}

function compile(root: string, output: string): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', output], {
    cwd: root,
    stdio: ['ignore', process.stderr, 'inherit'],
  })
}

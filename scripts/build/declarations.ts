import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type RollupLog, rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import type { BuildFolders } from './folders.ts'

/** What users import, without `.d.ts`. */
const ENTRIES = {
  index: 'index',
  vitest: 'testing/vitest',
  jest: 'testing/jest',
  mocha: 'testing/mocha',
  'node-test': 'testing/nodeTest',
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
      chunkFileNames: `${SHARED}-[hash].d.ts`,
    })
    await bundle.close()
    for (const name of Object.keys(ENTRIES)) await exportTypesAsTypes(join(output, name))
  } finally {
    rmSync(compiled, { recursive: true })
  }
}

const EXPORTS = /^export \{ (?<members>[^}]*) \}(?<source> from '[^']+')?;$/gm

/** Classes of which only the type is public are exported as if they were values. What is no value of the module is marked. */
async function exportTypesAsTypes(entry: string): Promise<void> {
  const module = await import(pathToFileURL(`${entry}.js`).href)
  const text = readFileSync(`${entry}.d.ts`, 'utf8')
  const marked = text.replaceAll(EXPORTS, (_statement, members: string, source = '') => {
    const [types, values] = [true, false].map((isType) =>
      members
        .split(', ')
        .filter((each) => (each.split(' as ').at(-1) ?? each) in module !== isType),
    ) as [string[], string[]]
    return [
      ...(values.length > 0 ? [`export { ${values.join(', ')} }${source};`] : []),
      ...(types.length > 0 ? [`export type { ${types.join(', ')} }${source};`] : []),
    ].join('\n')
  })
  writeFileSync(`${entry}.d.ts`, marked)
}

function compile(root: string, output: string): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', output], {
    cwd: root,
    stdio: ['ignore', process.stderr, 'inherit'],
  })
}

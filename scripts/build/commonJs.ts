import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import type { BuildFolders } from './folders.ts'
import { CHECK_FILE, checkModule, nodeCheck } from './nodeCheck.ts'
import { commonOptions, EXTERNAL } from './options.ts'

/** The entries, each at this path without `.ts`. They share one bundle, because they share most code. */
const ENTRIES = [
  'index',
  'testing/vitest',
  'testing/jest',
  'testing/mocha',
  'testing/nodeTest',
  'hunt',
]
const BUNDLE = 'bundle.js'

const ADDRESS = `const esModulesUrl = require('node:url').pathToFileURL(
  require('node:path').join(__dirname, '../index.js'),
).href`

/**
 * Bundles the sources and the packages that they import into CommonJS. Jest, for example, loads no ES modules of packages.
 *
 * @returns the paths of all bundled modules, relative to the root
 */
export async function bundleCommonJs(folders: BuildFolders): Promise<readonly string[]> {
  const { metafile } = await build({
    ...commonOptions(folders),
    format: 'cjs',
    // Jest does not support Node's import(). A bundled module is still loaded only when it is needed.
    supported: { 'dynamic-import': false },
    // A module finds what it loads by its address among the ES modules, which are in the folder above.
    define: { 'import.meta.url': 'esModulesUrl' },
    banner: { js: ADDRESS },
    external: EXTERNAL,
    metafile: true,
    stdin: { contents: ENTRIES.map(exportLazily).join(''), resolveDir: folders.root },
    outfile: join(folders.output, BUNDLE),
  })
  mkdirSync(join(folders.output, 'testing'), { recursive: true })
  for (const path of ENTRIES) {
    const folder = path.includes('/') ? '..' : '.'
    const bundle = `require('${folder}/${BUNDLE}').${basename(path)}()`
    const text = `require('${folder}/${CHECK_FILE}')\nmodule.exports = ${bundle}\n`
    writeFileSync(join(folders.output, `${path}.js`), text)
  }
  writeFileSync(join(folders.output, CHECK_FILE), checkModule(nodeCheck(folders.root)))
  return Object.keys(metafile?.inputs ?? {})
}

/** Only the entry that is required runs. */
function exportLazily(path: string): string {
  return `exports.${basename(path)} = () => require('./src/${path}.ts')\n`
}

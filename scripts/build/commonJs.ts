import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import type { BuildFolders } from './folders.ts'
import { commonOptions, EXTERNAL } from './options.ts'

/** What `require('ommer')` loads. */
const INDEX = 'index.js'

/** The entries of test runners, each at `testing/NAME.js`. They share one bundle, because they share most code. */
const RUNNERS = ['vitest', 'jest', 'mocha', 'nodeTest']
const RUNNERS_BUNDLE = 'runners.js'

const ADDRESS = `const esModulesUrl = require('node:url').pathToFileURL(
  require('node:path').join(__dirname, '../index.js'),
).href`

/**
 * Bundles the sources and the packages that they import into CommonJS. Jest, for example, loads no ES modules of packages.
 *
 * @returns the paths of all bundled modules, relative to the root
 */
export async function bundleCommonJs(folders: BuildFolders): Promise<readonly string[]> {
  const { plugins = [], ...others } = commonOptions(folders)
  const options: BuildOptions = {
    ...others,
    format: 'cjs',
    // Jest does not support Node's import(). A bundled module is still loaded only when it is needed.
    supported: { 'dynamic-import': false },
    // A module finds what it loads by its address among the ES modules, which are in the folder above.
    define: { 'import.meta.url': 'esModulesUrl' },
    banner: { js: ADDRESS },
    external: EXTERNAL,
    metafile: true,
  }
  const testing = join(folders.output, 'testing')
  const bundles = [
    await build({
      ...options,
      entryPoints: ['src/index.ts'],
      outfile: join(folders.output, INDEX),
      plugins,
    }),
    await build({
      ...options,
      stdin: { contents: RUNNERS.map(exportLazily).join(''), resolveDir: folders.root },
      outfile: join(testing, RUNNERS_BUNDLE),
      plugins: [...plugins, throughIndex(folders)],
    }),
  ]
  for (const name of RUNNERS) {
    const text = `module.exports = require('./${RUNNERS_BUNDLE}').${name}()\n`
    writeFileSync(join(testing, `${name}.js`), text)
  }
  return bundles.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
}

/** Only the entry that is required runs. */
function exportLazily(name: string): string {
  return `exports.${name} = () => require('./src/testing/${name}.ts')\n`
}

/** Takes the modules that create and serve chains from the other bundle, instead of bundling a second copy. */
function throughIndex({ root }: BuildFolders): Plugin {
  return {
    name: 'through-index',
    setup({ onResolve }) {
      onResolve(
        { filter: /^\.\.\/(?:createChain|formats\/loadChain|playScenario|serve)\.ts$/ },
        ({ resolveDir }) =>
          resolveDir === join(root, 'src/testing')
            ? { path: `../${INDEX}`, external: true }
            : undefined,
      )
    },
  }
}

import { join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import type { BuildFolders } from './folders.ts'
import { commonOptions } from './options.ts'

/** What `require('ommer')` loads. */
const INDEX = 'index.js'

/**
 * Native code cannot be bundled, so it stays a dependency. The accelerators of ws and debug are optional: they are used if
 * someone has installed them.
 */
const EXTERNAL = ['secp256k1', 'bufferutil', 'utf-8-validate', 'supports-color']

const ADDRESS = `const esModulesUrl = require('node:url').pathToFileURL(
  require('node:path').join(__dirname, '../index.js'),
).href`

/**
 * Bundles the sources and the packages that they import into CommonJS. Jest, for example, loads no ES modules of packages.
 *
 * @returns the contents of the bundles
 */
export async function bundleCommonJs(folders: BuildFolders): Promise<readonly Metafile[]> {
  const { plugins = [], ...options } = commonOptions(folders)
  const metafiles: Metafile[] = []
  for (const [source, file, others] of [
    ['src/index.ts', INDEX, []],
    ['src/testing/vitest.ts', 'testing/vitest.js', [throughIndex(folders)]],
  ] as const) {
    const { metafile } = await build({
      ...options,
      entryPoints: [source],
      outfile: join(folders.output, file),
      format: 'cjs',
      // Jest does not support Node's import(). A bundled module is still loaded only when it is needed.
      supported: { 'dynamic-import': false },
      // A module finds what it loads by its address among the ES modules, which are in the folder above.
      define: { 'import.meta.url': 'esModulesUrl' },
      banner: { js: ADDRESS },
      external: EXTERNAL,
      plugins: [...plugins, ...others],
      metafile: true,
    })
    metafiles.push(metafile)
  }
  return metafiles
}

/** Takes the modules that create and serve chains from the other bundle, instead of bundling a second copy. */
function throughIndex({ root }: BuildFolders): Plugin {
  return {
    name: 'through-index',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.\/(?:createChain|serve)\.ts$/ }, ({ resolveDir }) =>
        resolveDir === join(root, 'src/testing')
          ? { path: `../${INDEX}`, external: true }
          : undefined,
      )
    },
  }
}

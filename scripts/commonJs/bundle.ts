import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'

/** Folders of a package build. */
export interface BundleFolders {
  /** of the package */
  readonly root: string
  /** the ES modules that tsc has written */
  readonly modules: string
  /** where to write the bundles */
  readonly output: string
}

/** What `require('ommer')` and `require('ommer/vitest')` load. */
const INDEX = 'index.js'
const VITEST = 'testing/vitest.js'

/**
 * Native code cannot be bundled, so it stays a dependency. The accelerators of ws and debug are optional: they are used if
 * someone has installed them.
 */
const EXTERNAL = ['secp256k1', 'bufferutil', 'utf-8-validate', 'supports-color']

/**
 * Bundles the ES modules and the packages that they import into CommonJS. Jest, for example, loads no ES modules of
 * packages.
 *
 * @returns the contents of the bundles
 */
export async function bundle(folders: BundleFolders): Promise<readonly Metafile[]> {
  const metafiles: Metafile[] = []
  for (const [entry, plugins] of [
    [INDEX, []],
    [VITEST, [throughIndex(folders)]],
  ] as const) {
    const { metafile } = await build({
      entryPoints: [join(folders.modules, entry)],
      // Paths are relative to this folder, so the bundle is the same wherever it is built.
      absWorkingDir: folders.root,
      outfile: join(folders.output, entry),
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20.19',
      // Jest does not support Node's import(). A bundled module is still loaded only when it is needed.
      supported: { 'dynamic-import': false },
      external: EXTERNAL,
      plugins: [...plugins, moduleAddresses(folders.modules, dirname(join(folders.output, entry)))],
      legalComments: 'none',
      metafile: true,
      logLevel: 'warning',
    })
    metafiles.push(metafile)
  }
  return metafiles
}

/** Takes the modules that create and serve chains from the other bundle, instead of bundling a second copy. */
function throughIndex({ modules }: BundleFolders): Plugin {
  return {
    name: 'through-index',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.\/(?:createChain|serve)\.js$/ }, ({ resolveDir }) =>
        resolveDir === join(modules, 'testing')
          ? { path: `../${INDEX}`, external: true }
          : undefined,
      )
    },
  }
}

/** Gives modules their own addresses, by which they find files of the package: those of the ES modules beside them. */
function moduleAddresses(modules: string, bundleFolder: string): Plugin {
  return {
    name: 'module-addresses',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        const location = relative(modules, path)
        if (location.startsWith('..')) return undefined
        const code = await readFile(path, 'utf8')
        if (!code.includes('import.meta.url')) return undefined
        const fromBundle = JSON.stringify(join(relative(bundleFolder, modules), location))
        const address = `require('node:url').pathToFileURL(require('node:path').join(__dirname, ${fromBundle})).href`
        return { contents: code.replaceAll('import.meta.url', address), loader: 'js' }
      })
    },
  }
}

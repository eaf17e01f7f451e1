import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'

/** Paths of a package that is built. */
export interface BundleFolders {
  /** of the package */
  readonly root: string
  /** with the ES modules, as tsc has written them */
  readonly modules: string
  /** to be written */
  readonly output: string
}

/** What `require('ommer')` and `require('ommer/vitest')` load. */
const INDEX = 'index.js'
const VITEST = 'testing/vitest.js'

/**
 * Native code cannot be bundled; it is loaded as the dependency that it is. Accelerators of ws and debug are used where
 * somebody has installed them, and are not missed elsewhere.
 */
const EXTERNAL = ['secp256k1', 'bufferutil', 'utf-8-validate', 'supports-color']

/**
 * Bundles the ES modules and the packages that they import into CommonJS: Jest, for one, loads no ES module of any
 * package.
 *
 * @returns what went into the bundles
 */
export async function bundle(folders: BundleFolders): Promise<readonly Metafile[]> {
  const metafiles: Metafile[] = []
  for (const [entry, plugins] of [
    [INDEX, []],
    [VITEST, [throughIndex(folders)]],
  ] as const) {
    const { metafile } = await build({
      entryPoints: [join(folders.modules, entry)],
      // What paths are written relative to: the bundle is the same wherever it is made.
      absWorkingDir: folders.root,
      outfile: join(folders.output, entry),
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20.19',
      // Node's own import() is not there in Jest; a module that is in the bundle is loaded when it is wanted all the same.
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

/** Has the modules that make and serve chains be those of the other bundle, instead of a second copy. */
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

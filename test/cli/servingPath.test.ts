import { readdirSync, readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importPath, staticImports } from '../support/staticImports.ts'

// Generating blocks needs the EVM and Faker, which take longer to load than everything else. An existing chain is
// served without them, so no module on the way may import them before they are needed. Express, the OpenRPC document and
// hunt are not needed either.

const heavy =
  /^(@ethereumjs\/(?!rlp(?:$|\/))|@faker-js|@noble\/curves|secp256k1|express)|\/src\/rpc\/openrpc\/|\/src\/hunt\/(?!huntInputs\.ts)/

describe.each(['src/cli/main.ts', 'src/cli/runServe.ts', 'src/createChain.ts'])(
  'the modules that %s loads at once',
  (entry) => {
    const imports = staticImports(entry)

    it('follow from the imports of its files', () => {
      expect(imports.size).toBeGreaterThan(10)
    })

    it('are all needed for the first answer', () => {
      const found = [...imports.keys()].filter((name) => heavy.test(name))
      expect(found.map((name) => importPath(imports, name))).toEqual([])
    })
  },
)

describe('the built command line', () => {
  const built = readdirSync('dist').filter((file) => file.endsWith('.js'))
  const texts = built.map((file) => readFileSync(join('dist', file), 'utf8'))
  /** The file that has the code of a module which is loaded with `import()`. */
  const fileOf = (module: string) => {
    const index = texts.findIndex((text) =>
      new RegExp(`^\\s*//#? ?(?:region )?src/${module}$`, 'm').test(text),
    )
    return built[index] as string
  }
  /** A file and all that it loads. */
  const loadedWith = (file: string) => {
    const path = join('dist', file)
    return [resolve(path), ...staticImports(path).keys()]
  }
  /** Modules of ours begin with `/src/`, others with the name of their package. */
  const modulesIn = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^\s*\/\/ (src|.*node_modules)(\/.+)$/gm)].map(
      ([, folder, path]) => (folder === 'src' ? `/src${path}` : (path as string).slice(1)),
    )

  const onTheWay = ['cli.js', fileOf('cli/main\\.ts'), fileOf('cli/runServe\\.ts')]

  it.each(onTheWay)('loads with %s only what serving needs', (file) => {
    const loaded = loadedWith(file)
    const modules = loaded
      .filter((path) => path.endsWith('.js') && isAbsolute(path))
      .flatMap(modulesIn)
    expect(modules.length).toBeGreaterThan(0)
    expect([...loaded, ...modules].filter((path) => heavy.test(path))).toEqual([])
  })

  it('is not loaded with ommer/hunt, nor a parser of YAML', () => {
    const modules = loadedWith('hunt.js').filter(isAbsolute).flatMap(modulesIn)
    expect(modules).toContain('/src/hunt/hunt.ts')
    expect(modules.filter((name) => /^\/src\/cli\/|^yaml\//.test(name))).toEqual([])
  })

  it('fails the check if it loads the generator', () => {
    const loaded = loadedWith(fileOf('chain/generate/openBlockFactory\\.ts'))
    const modules = loaded.filter((path) => path.endsWith('.js') && isAbsolute(path))
    const found = modules.flatMap(modulesIn).filter((path) => heavy.test(path))
    for (const name of ['@ethereumjs/evm/', '@faker-js/faker/']) {
      expect(found).toContainEqual(expect.stringContaining(name))
    }
  })

  it('loads a cached chain from a few files, not from one for each module', () => {
    const files = onTheWay.flatMap(loadedWith)
    expect(new Set(files.filter(isAbsolute)).size).toBeLessThan(25)
  })
})

it('fail the check if one is added', () => {
  expect([...staticImports('src/chain/generate/openBlockFactory.ts').keys()]).toEqual(
    expect.arrayContaining([
      '@ethereumjs/evm',
      '@faker-js/faker/locale/en',
      'secp256k1/lib/index.js',
    ]),
  )
})

it('fail the check if the OpenRPC document is added', () => {
  const imports = [...staticImports('src/rpc/openrpc/document.ts').keys()]
  expect(imports.filter((name) => heavy.test(name)).length).toBeGreaterThan(3)
})

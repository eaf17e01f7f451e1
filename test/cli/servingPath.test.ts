import { describe, expect, it } from 'vitest'
import { importPath, staticImports } from '../support/staticImports.ts'

// Generating blocks needs the EVM and Faker, which take longer to load than everything else. An existing chain is
// served without them, so no module on the way may import them before they are needed. Express and the descriptions of
// methods are not needed either.

const heavy =
  /^(@ethereumjs\/(?!rlp$)|@faker-js|secp256k1|express)|\/src\/rpc\/openrpc\/|\.openrpc\.ts$/

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

it('fail the check if one is added', () => {
  expect([...staticImports('src/chain/createChain.ts').keys()]).toEqual(
    expect.arrayContaining(['@ethereumjs/evm', '@faker-js/faker/locale/en', 'secp256k1']),
  )
})

it('fail the check if a description is added', () => {
  for (const entry of ['src/rpc/openrpc/document.ts', 'src/rpc/methods/eth_getLogs.openrpc.ts']) {
    const imports = [...staticImports(entry).keys()]
    expect(imports.filter((name) => heavy.test(name)).length).toBeGreaterThan(3)
  }
  const descriptions = staticImports('src/rpc/methods/eth_getLogs.openrpc.ts')
  expect([...descriptions.keys()]).toContainEqual(
    expect.stringMatching(/params\/logFilter\.openrpc\.ts$/),
  )
})

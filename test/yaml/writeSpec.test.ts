import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { resolveSpec, specInputs, TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { readSpecFile } from '../../src/yaml/readSpecFile.ts'
import { writeSpec, writeSpecAsJson } from '../../src/yaml/writeSpec.ts'
import { arbitrarySpec } from '../support/arbitrarySpec.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = temporaryFolder()
const schema = JSON.parse(readFileSync('scenarios/spec.schema.json', 'utf8'))
const isValid = new Ajv2020({ allowUnionTypes: true }).compile(schema)

it('writes files that are read as the same spec, and fit the published schema', async () => {
  const file = join(folder, 'spec')
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async (spec) => {
      for (const text of [writeSpec(spec), writeSpecAsJson(spec)]) {
        writeFileSync(file, text)
        expect(resolveSpec(await readSpecFile(file))).toEqual(resolveSpec(spec))
        isValid(parse(text))
        expect(isValid.errors).toBeNull()
      }
    }),
  )
})

it('begins with the schema, and describes each field', () => {
  const lines = writeSpec({
    transactionsPerBlock: [1, 2],
    uncleRate: [1, 8],
    forks: { london: 0 },
    mnemonic: TEST_MNEMONIC,
    mnemonicAccounts: 3,
    mnemonicBalance: 7,
    derivationPath: "m/44'/60'/0'/0",
    genesisTime: 1_800_000_000,
    create2Factory: true,
    codeSizeLimit: 65_536,
    excessBlobGas: 0,
    baseFee: 1,
  }).split('\n')
  expect(lines[0]).toBe(
    '# yaml-language-server: $schema=node_modules/ommer/scenarios/spec.schema.json',
  )
  for (const name of Object.keys(specInputs)) {
    const at = lines.findIndex((line) => line.startsWith(`${name}:`))
    expect(lines[at - 1], name).toMatch(/^# \w.*\.$/)
  }
})

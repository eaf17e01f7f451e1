import { readdirSync, readFileSync } from 'node:fs'
import openZeppelin from '@openzeppelin/contracts/package.json' with { type: 'json' }
import { compileContract, compilerSettings, compilerVersion, evmVersionOf } from './compiler.ts'

/** A generated TypeScript module. */
export interface Artefact {
  readonly url: URL
  readonly text: string
}

const sourceFolder = new URL('./', import.meta.url)
const artefactFolder = new URL('../../src/chain/contracts/', import.meta.url)

const LICENCE_NOTE = `// Includes OpenZeppelin Contracts ${openZeppelin.version}, licence MIT, Copyright (c) Zeppelin Group Ltd.
`

/** The contracts of this folder, by name. */
export const contractNames: readonly string[] = readdirSync(sourceFolder)
  .filter((file) => file.endsWith('.sol'))
  .map((file) => file.slice(0, -'.sol'.length))
  .sort()

/** Compiles a contract into the module that `src/` imports; writes nothing. */
export function makeArtefact(contractName: string): Artefact {
  const source = readFileSync(new URL(`${contractName}.sol`, sourceFolder), 'utf8')
  const { creationCode, selectors, storageSlots } = compileContract(contractName, source)
  const name = contractName.charAt(0).toLowerCase() + contractName.slice(1)
  const { optimizer } = compilerSettings
  return {
    url: new URL(`${name}.ts`, artefactFolder),
    // The layout matches the formatter, so that generated files pass the lint like all others.
    text: `// Made by \`npm run contracts\` from scripts/contracts/${contractName}.sol; do not edit.
// solc ${compilerVersion}, EVM version ${evmVersionOf(contractName)}, optimizer on (${optimizer.runs} runs), no metadata.
${source.includes('@openzeppelin') ? LICENCE_NOTE : ''}
export const ${name}Contract = {
  /** The arguments of the constructor follow it, ABI-encoded. */
  creationCode:
    '${creationCode}',
  /** The first 4 bytes of a call, by function. */
  selectors: ${record(selectors, (selector) => `'${selector}'`)},
  /** The storage slot of each state variable. */
  storageSlots: ${record(storageSlots, String)},
} as const
`,
  }
}

function record<T>(values: Readonly<Record<string, T>>, literal: (value: T) => string): string {
  const properties = Object.entries(values).map(
    ([key, value]) => `    ${key}: ${literal(value)},\n`,
  )
  return properties.length === 0 ? '{}' : `{\n${properties.join('')}  }`
}

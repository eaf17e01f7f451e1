import { readdirSync, readFileSync } from 'node:fs'
import openZeppelin from '@openzeppelin/contracts/package.json' with { type: 'json' }
import { compileContract, compilerSettings, compilerVersion } from './compiler.ts'

/** A generated TypeScript module. */
export interface Artefact {
  readonly url: URL
  readonly text: string
}

const sourceFolder = new URL('./', import.meta.url)
const artefactFolder = new URL('../../src/chain/contracts/', import.meta.url)

/** Compiles every contract of this folder into the module that `src/` imports; writes nothing. */
export function makeArtefacts(): Artefact[] {
  return readdirSync(sourceFolder)
    .filter((file) => file.endsWith('.sol'))
    .sort()
    .map((file) => makeArtefact(file.slice(0, -'.sol'.length)))
}

function makeArtefact(contractName: string): Artefact {
  const source = readFileSync(new URL(`${contractName}.sol`, sourceFolder), 'utf8')
  const { creationCode, selectors, storageSlots } = compileContract(contractName, source)
  const name = contractName.charAt(0).toLowerCase() + contractName.slice(1)
  const { evmVersion, optimizer } = compilerSettings
  return {
    url: new URL(`${name}.ts`, artefactFolder),
    // The layout is the formatter's, so that generated files pass the lint like the others.
    text: `// Made by \`npm run contracts\` from scripts/contracts/${contractName}.sol; do not edit.
// solc ${compilerVersion}, EVM version ${evmVersion}, optimizer on (${optimizer.runs} runs), no metadata.
// Includes OpenZeppelin Contracts ${openZeppelin.version}, licence MIT, Copyright (c) Zeppelin Group Ltd.
import type { Hex } from '../../primitives/hex.ts'

/** The arguments of the constructor follow it, ABI-encoded. */
export const ${name}CreationCode: Hex =
  '${creationCode}'

/** The first 4 bytes of a call, by function. */
export const ${name}Selectors = {
${properties(selectors, (selector) => `'${selector}'`)}
} as const

/** The storage slot of each state variable. */
export const ${name}StorageSlots = {
${properties(storageSlots, String)}
} as const
`,
  }
}

function properties<T>(values: Readonly<Record<string, T>>, literal: (value: T) => string): string {
  return Object.entries(values)
    .map(([key, value]) => `  ${key}: ${literal(value)},`)
    .join('\n')
}

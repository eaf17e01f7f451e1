import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openZeppelin from '@openzeppelin/contracts/package.json' with { type: 'json' }
import {
  compileAbi,
  compileContract,
  compilerSettings,
  compilerVersion,
  evmVersionOf,
} from './compiler.ts'

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

/** The ABI of a contract of this folder. */
export function makeAbi(contractName: string): readonly object[] {
  return compileAbi(contractName, sourceOf(contractName))
}

/** Compiles a contract into the module that `src/` imports; writes nothing. */
export function makeArtefact(contractName: string): Artefact {
  const source = sourceOf(contractName)
  const { creationCode, abi, selectors, storageSlots } = compileContract(contractName, source)
  const name = contractName.charAt(0).toLowerCase() + contractName.slice(1)
  const { optimizer } = compilerSettings
  const url = new URL(`${name}.ts`, artefactFolder)
  return {
    url,
    text: formatted(
      url,
      `// Made by \`npm run contracts\` from scripts/contracts/${contractName}.sol; do not edit.
// solc ${compilerVersion}, EVM version ${evmVersionOf(contractName)}, optimizer on (${optimizer.runs} runs), no metadata.
${source.includes('@openzeppelin') ? LICENCE_NOTE : ''}
export const ${name}Contract = {
  /** The arguments of the constructor follow it, ABI-encoded. */
  creationCode:
    '${creationCode}',
  abi: ${JSON.stringify(abi)},
  /** The first 4 bytes of a call, by function. */
  selectors: ${JSON.stringify(selectors)},
  /** The storage slot of each state variable. */
  storageSlots: ${JSON.stringify(storageSlots)},
} as const
`,
    ),
  }
}

function sourceOf(contractName: string): string {
  return readFileSync(new URL(`${contractName}.sol`, sourceFolder), 'utf8')
}

/** Formats a generated file as all others, so that it passes the lint. */
function formatted(url: URL, text: string): string {
  const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url))
  const path = fileURLToPath(url)
  return execFileSync(biome, ['format', `--stdin-file-path=${path}`], {
    input: text,
    encoding: 'utf8',
  })
}

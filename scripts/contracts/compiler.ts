import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import solc from 'solc'
import type { Hex } from '../../src/primitives/hex.ts'

/** What the chain needs to know of a compiled contract. */
export interface CompiledContract {
  readonly creationCode: Hex
  /** by function name: the first 4 bytes of its calls */
  readonly selectors: Readonly<Record<string, Hex>>
  /** by state variable: its storage slot */
  readonly storageSlots: Readonly<Record<string, number>>
}

/**
 * London, so that the code has no opcode that a later fork brought: the preset `pow` stays there for ever.
 * No metadata: it holds hashes of paths and comments, which would change the bytes for nothing.
 */
export const compilerSettings = {
  evmVersion: 'london',
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
} as const

export const compilerVersion: string = solc.version()

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Record<string, Record<string, ContractOutput>>
}

interface ContractOutput {
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly methodIdentifiers: Record<string, string>
  }
  readonly storageLayout: {
    readonly storage: readonly { readonly label: string; readonly slot: string }[]
  }
}

/**
 * Compiles the contract that a Solidity file is named after.
 *
 * @throws when the compiler reports anything, a warning included
 */
export function compileContract(name: string, source: string): CompiledContract {
  const file = `${name}.sol`
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: source } },
    settings: {
      ...compilerSettings,
      outputSelection: {
        [file]: { [name]: ['evm.bytecode.object', 'evm.methodIdentifiers', 'storageLayout'] },
      },
    },
  }
  const output: CompilerOutput = JSON.parse(
    solc.compile(JSON.stringify(input), { import: readImport }),
  )
  if (output.errors) throw new Error(output.errors.map((e) => e.formattedMessage).join('\n'))
  const contract = output.contracts[file]?.[name]
  if (!contract) throw new Error(`${file} must hold a contract named ${name}`)
  return {
    creationCode: `0x${contract.evm.bytecode.object}`,
    selectors: Object.fromEntries(
      Object.entries(contract.evm.methodIdentifiers).map(([signature, selector]) => [
        signature.slice(0, signature.indexOf('(')),
        `0x${selector}` as const,
      ]),
    ),
    storageSlots: Object.fromEntries(
      contract.storageLayout.storage.map(({ label, slot }) => [
        label.replace('_', ''),
        Number(slot),
      ]),
    ),
  }
}

const { resolve } = createRequire(import.meta.url)

/** Imports name files of npm packages. */
function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(resolve(path), 'utf8') }
  } catch (error) {
    return { error: String(error) }
  }
}

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

/** No metadata: it holds hashes of paths and comments, which would change the bytes for nothing. */
export const compilerSettings = {
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  // These two of OpenZeppelin's have an opcode of Cancun in functions that nothing here calls.
  remappings: ['Arrays', 'Strings'].map(
    (library) => `@openzeppelin/contracts/utils/${library}.sol=./standIns/${library}.sol`,
  ),
}

/** Those that cannot do with the opcodes of the oldest fork that the compiler knows. */
const youngerEvmVersions: Readonly<Record<string, string>> = {
  Collectible: 'byzantium',
  Factory: 'constantinople',
  MultiToken: 'byzantium',
}

/** As old as can be, so that the same code runs under every fork that a chain may be under. */
export function evmVersionOf(contractName: string): string {
  return youngerEvmVersions[contractName] ?? 'homestead'
}

/** That the version is an old one, and that `selfdestruct` is: both are what the contracts are there to show. */
const EXPECTED_WARNINGS = [
  'Support for EVM versions older than london is deprecated',
  '"selfdestruct" has been deprecated',
]

export const compilerVersion: string = solc.version()

interface CompilerOutput {
  readonly errors?: readonly { readonly formattedMessage: string }[]
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
 * @throws when the compiler reports anything that is not expected, a warning included
 */
export function compileContract(name: string, source: string): CompiledContract {
  const file = `${name}.sol`
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: source } },
    settings: {
      ...compilerSettings,
      evmVersion: evmVersionOf(name),
      outputSelection: {
        [file]: { [name]: ['evm.bytecode.object', 'evm.methodIdentifiers', 'storageLayout'] },
      },
    },
  }
  const output: CompilerOutput = JSON.parse(
    solc.compile(JSON.stringify(input), { import: readImport }),
  )
  const problems = (output.errors ?? [])
    .map(({ formattedMessage }) => formattedMessage)
    .filter((message) => !EXPECTED_WARNINGS.some((expected) => message.includes(expected)))
  if (problems.length > 0) throw new Error(problems.join('\n'))
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

/** Imports name files of npm packages, or of this folder. */
function readImport(path: string): { contents: string } | { error: string } {
  try {
    const file = path.startsWith('@') ? resolve(path) : new URL(path, import.meta.url)
    return { contents: readFileSync(file, 'utf8') }
  } catch (error) {
    return { error: String(error) }
  }
}

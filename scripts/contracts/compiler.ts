import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import solc from 'solc'
import type { Hex } from '../../src/primitives/hex.ts'

/** What the chain needs of a compiled contract. */
export interface CompiledContract {
  readonly creationCode: Hex
  /** without `internalType`, which no decoder needs */
  readonly abi: readonly object[]
  /** by function name: the first 4 bytes of its calls */
  readonly selectors: Readonly<Record<string, Hex>>
  /** by state variable: its storage slot */
  readonly storageSlots: Readonly<Record<string, number>>
}

/** Without metadata, which has hashes of paths and comments that would change the bytes without a reason. */
export const compilerSettings = {
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  // These two files of OpenZeppelin use an opcode of Cancun in functions that nothing here calls.
  remappings: ['Arrays', 'Strings'].map(
    (library) => `@openzeppelin/contracts/utils/${library}.sol=./standIns/${library}.sol`,
  ),
}

/** Contracts that need opcodes of a later fork than the oldest one that the compiler supports. */
const youngerEvmVersions: Readonly<Record<string, string>> = {
  Child: 'constantinople',
  Collectible: 'byzantium',
  Factory: 'constantinople',
  MultiToken: 'byzantium',
}

/** As old as possible, so that the same code runs under every fork of a chain. */
export function evmVersionOf(contractName: string): string {
  return youngerEvmVersions[contractName] ?? 'homestead'
}

/** The contracts use an old EVM version and `selfdestruct` on purpose. */
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
  readonly abi: readonly object[]
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
 * @throws if the compiler reports an unexpected error or warning
 */
export function compileContract(name: string, source: string): CompiledContract {
  const contract = run(name, source, [
    'abi',
    'evm.bytecode.object',
    'evm.methodIdentifiers',
    'storageLayout',
  ])
  return {
    creationCode: `0x${contract.evm.bytecode.object}`,
    abi: withoutInternalTypes(contract.abi),
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

/** The ABI alone, which takes a tenth of the time. */
export function compileAbi(name: string, source: string): CompiledContract['abi'] {
  return withoutInternalTypes(run(name, source, ['abi']).abi)
}

function withoutInternalTypes(abi: readonly object[]): readonly object[] {
  const text = JSON.stringify(abi, (key, value) => (key === 'internalType' ? undefined : value))
  return JSON.parse(text)
}

function run(name: string, source: string, outputs: readonly string[]): ContractOutput {
  const file = `${name}.sol`
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: source } },
    settings: {
      ...compilerSettings,
      evmVersion: evmVersionOf(name),
      outputSelection: { [file]: { [name]: outputs } },
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
  if (!contract) throw new Error(`${file} must have a contract named ${name}`)
  return contract
}

const { resolve } = createRequire(import.meta.url)

/** Imports refer to files of npm packages or of this folder. */
function readImport(path: string): { contents: string } | { error: string } {
  try {
    const file = path.startsWith('@') ? resolve(path) : new URL(path, import.meta.url)
    return { contents: readFileSync(file, 'utf8') }
  } catch (error) {
    return { error: String(error) }
  }
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import solc from 'solc'

/** Of the contract and its library, as solc writes them. */
interface CompiledContract {
  readonly abi: readonly object[]
  readonly evm: Readonly<Record<'bytecode' | 'deployedBytecode', CompiledCode>>
}

interface CompiledCode {
  readonly object: string
  readonly sourceMap: string
}

export interface CompilerOutput {
  readonly contracts: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>
  readonly sources: Readonly<Record<string, { readonly id: number }>>
}

export const BANK = 'contracts/Bank.sol'

const files = [BANK, 'contracts/console.sol']

/** The sources by the paths that the compiler is given. */
export const sources = Object.fromEntries(
  files.map((path) => [path, { content: readFileSync(new URL(path, import.meta.url), 'utf8') }]),
)

/** Compiles the bank, by default without the optimizer, as Hardhat does. */
export function compileBank(settings: object = {}): CompilerOutput {
  const selection = ['abi', 'evm.bytecode', 'evm.deployedBytecode']
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      evmVersion: 'cancun',
      ...settings,
      outputSelection: { '*': { '*': selection } },
    },
  }
  return JSON.parse(solc.compile(JSON.stringify(input)))
}

/** Writes files below a folder: text, or anything else as JSON. */
export function writeFiles(folder: string, contents: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(contents)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { obtainPackage } from './obtainPackage.ts'

/** What a test needs of a contract, as Foundry writes it. */
export interface CompiledContract {
  readonly abi: unknown
  readonly bytecode: { readonly object: string }
}

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<
    Record<
      string,
      Record<
        string,
        { readonly abi: unknown; readonly evm: { readonly bytecode: { readonly object: string } } }
      >
    >
  >
}

/**
 * Compiles contracts that import nothing.
 *
 * @param files of the suite
 * @param version of solc
 * @returns the contracts by their names
 * @throws {NotInstalledError} if solc is not available
 * @throws if they do not compile
 */
export function compileContracts(
  copy: string,
  files: readonly string[],
  version: string,
): Record<string, CompiledContract> {
  const solc = createRequire(import.meta.url)(obtainPackage('solc', version)) as {
    compile(input: string): string
  }
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((file) => [file, { content: readFileSync(join(copy, file), 'utf8') }]),
    ),
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput
  const fatal = errors.find(({ severity }) => severity === 'error')
  if (fatal !== undefined) throw new Error(fatal.formattedMessage)
  return Object.fromEntries(
    Object.values(contracts)
      .flatMap((ofFile) => Object.entries(ofFile))
      .map(([name, { abi, evm }]) => [
        name,
        { abi, bytecode: { object: `0x${evm.bytecode.object}` } },
      ]),
  )
}

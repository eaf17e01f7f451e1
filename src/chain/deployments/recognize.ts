import { fromHex, type Hex } from '../../primitives/hex.ts'
import { readTextArgument } from '../contracts/abi.ts'
import { collectibleContract } from '../contracts/collectible.ts'
import type { ContractRole, ContractSummary } from '../contracts/contract.ts'
import { delegateContract } from '../contracts/delegate.ts'
import { factoryContract } from '../contracts/factory.ts'
import { loggerContract } from '../contracts/logger.ts'
import { mortalContract } from '../contracts/mortal.ts'
import { multicallContract } from '../contracts/multicall.ts'
import { multiTokenContract } from '../contracts/multiToken.ts'
import { poolContract } from '../contracts/pool.ts'
import { tokenContract } from '../contracts/token.ts'

/** What the creation code of a contract tells about it. */
export type Recognized = Pick<ContractSummary, 'role' | 'name' | 'symbol'>

interface KnownCode {
  readonly role: ContractRole
  /** creation code, which the arguments of the constructor follow */
  readonly code: Uint8Array
  /** of contracts that have no name of their own */
  readonly name: string
  /** whether the first two arguments of the constructor are name and symbol */
  readonly isNamed: boolean
}

const knownCodes: readonly KnownCode[] = [
  known('token', 'Token', tokenContract, true),
  known('mortal', 'Mortal', mortalContract),
  known('logger', 'Logger', loggerContract),
  known('collectible', 'Collectible', collectibleContract, true),
  known('multiToken', 'MultiToken', multiTokenContract),
  known('pool', 'Pool', poolContract),
  known('factory', 'Factory', factoryContract),
  known('multicall', 'Multicall', multicallContract),
  known('delegate', 'Delegate', delegateContract),
]

function known(
  role: ContractRole,
  name: string,
  { creationCode }: { readonly creationCode: Hex },
  isNamed = false,
): KnownCode {
  return { role, code: fromHex(creationCode), name, isNamed }
}

/** How the creation code of all contracts begins: those of Solidity, and the one written by hand. */
export const codePrefixes = [
  fromHex('0x6080604052'),
  fromHex(delegateContract.creationCode),
] as const

/**
 * Recognizes a contract of generated traffic by the data of the transaction that creates it.
 *
 * @returns undefined for any other contract
 */
export function recognize(input: Uint8Array): Recognized | undefined {
  const found = knownCodes.find(({ code }) => startsWith(input, code))
  if (found === undefined) return undefined
  const { role, name, code, isNamed } = found
  if (!isNamed) return { role, name, symbol: null }
  const args = input.subarray(code.length)
  return { role, name: readTextArgument(args, 0), symbol: readTextArgument(args, 1) }
}

function startsWith(input: Uint8Array, code: Uint8Array): boolean {
  return input.length >= code.length && Buffer.compare(input.subarray(0, code.length), code) === 0
}

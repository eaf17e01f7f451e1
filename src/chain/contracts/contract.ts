import type { Hex } from '../../primitives/hex.ts'
import { childContract } from './child.ts'
import { collectibleContract } from './collectible.ts'
import { delegateContract } from './delegate.ts'
import { factoryContract } from './factory.ts'
import { loggerContract } from './logger.ts'
import { mortalContract } from './mortal.ts'
import { multicallContract } from './multicall.ts'
import { multiTokenContract } from './multiToken.ts'
import { poolContract } from './pool.ts'
import { tokenContract } from './token.ts'

/** The ABI of the contracts of each role, for viem, ethers and other libraries. */
export const contractAbis = {
  child: childContract.abi,
  collectible: collectibleContract.abi,
  delegate: delegateContract.abi,
  factory: factoryContract.abi,
  logger: loggerContract.abi,
  mortal: mortalContract.abi,
  multicall: multicallContract.abi,
  multiToken: multiTokenContract.abi,
  pool: poolContract.abi,
  /** The contracts that the protocol calls take bytes, without function selectors. */
  system: [],
  token: tokenContract.abi,
} as const

/**
 * What a contract is for: `token` is an ERC-20, `collectible` an ERC-721, `multiToken` an ERC-1155, `pool` swaps two
 * tokens as Uniswap v2 does, `factory` creates each `child` by CREATE2, `logger` emits logs of every shape, `multicall`
 * makes several calls, `mortal` destroys itself, accounts delegate to `delegate` (EIP-7702), and the protocol calls
 * `system`.
 */
export type ContractRole = keyof typeof contractAbis

/** The roles whose contracts have a symbol. */
type RoleWithSymbol = 'collectible' | 'token'

export function hasSymbol(role: ContractRole): role is RoleWithSymbol {
  return role === 'collectible' || role === 'token'
}

/** A contract with a certain role. */
export interface ContractOf<Role extends ContractRole> {
  readonly role: Role
  /** what `name()` returns; for contracts without that function, the name of their source, such as `Pool` */
  readonly name: string
  /** what `symbol()` returns; null for contracts without that function */
  readonly symbol: Role extends RoleWithSymbol ? string : null
  /** DATA, 20 bytes */
  readonly address: Hex
  readonly abi: (typeof contractAbis)[Role]
  /** number of the block that deployed it; 0 if it is part of genesis */
  readonly deployedAt: number
}

/** A contract that exists on a chain. `role` says which ABI it has. */
export type Contract = { [Role in ContractRole]: ContractOf<Role> }[ContractRole]

/** A contract without its ABI, which follows from the role. */
export type ContractSummary = Omit<ContractOf<ContractRole>, 'abi'>

/** All roles, sorted by name. */
export const contractRoles = Object.keys(contractAbis) as ContractRole[]

/** Adds the ABI of its role to a contract. */
export function toContract({ role, name, symbol, address, deployedAt }: ContractSummary): Contract {
  return { role, name, symbol, address, abi: contractAbis[role], deployedAt } as Contract
}

/** Leaves out the ABI. */
export function summaryOf({ role, name, symbol, address, deployedAt }: Contract): ContractSummary {
  return { role, name, symbol, address, deployedAt }
}

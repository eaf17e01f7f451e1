import type { Chain } from '../../../../src/chain/chain.ts'
import { collectibleContract } from '../../../../src/chain/contracts/collectible.ts'
import { factoryContract } from '../../../../src/chain/contracts/factory.ts'
import { loggerContract } from '../../../../src/chain/contracts/logger.ts'
import { mortalContract } from '../../../../src/chain/contracts/mortal.ts'
import { multicallContract } from '../../../../src/chain/contracts/multicall.ts'
import { multiTokenContract } from '../../../../src/chain/contracts/multiToken.ts'
import { poolContract } from '../../../../src/chain/contracts/pool.ts'
import { tokenContract } from '../../../../src/chain/contracts/token.ts'
import type { Hex } from '../../../../src/primitives/hex.ts'

const creationCodes = {
  token: tokenContract.creationCode,
  collectible: collectibleContract.creationCode,
  multiToken: multiTokenContract.creationCode,
  pool: poolContract.creationCode,
  multicall: multicallContract.creationCode,
  factory: factoryContract.creationCode,
  logger: loggerContract.creationCode,
  mortal: mortalContract.creationCode,
} as const

export type ContractKind = keyof typeof creationCodes | 'other'

/** A contract that a transaction of the main branch created. */
export interface KnownContract {
  readonly address: Hex
  readonly kind: ContractKind
  /** the number of the block */
  readonly since: number
}

/** All contracts that transactions of the main branch created, oldest first. */
export function knownContracts(chain: Chain): KnownContract[] {
  const contracts: KnownContract[] = []
  for (let number = 0; number <= chain.tree.head.number; number++) {
    const { transactions = [], receipts = [] } = chain.blockByNumber(number) ?? {}
    for (const [index, { contractAddress, status }] of receipts.entries()) {
      if (contractAddress === null || status === 0) continue
      const kind = kindOf(transactions[index]?.input ?? '0x')
      contracts.push({ address: contractAddress, kind, since: number })
    }
  }
  return contracts
}

function kindOf(input: Hex): ContractKind {
  const kinds = Object.keys(creationCodes) as (keyof typeof creationCodes)[]
  return kinds.find((kind) => input.startsWith(creationCodes[kind])) ?? 'other'
}

import { createBlockHeader } from '@ethereumjs/block'
import { Address } from '@ethereumjs/util'
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { EMPTY_LIST, encodeRlp } from '../../primitives/rlp.ts'
import { NO_CONTRACTS } from '../contracts/deployedContracts.ts'
import type { BuiltBlock, Progress } from '../execution/builtBlock.ts'
import type { Engine } from '../execution/engine.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { EMPTY_STATE } from '../state/account.ts'

/** An account that exists from genesis on. */
export interface GenesisAccount {
  /** DATA, 20 bytes */
  readonly address: Hex
  /** in wei */
  readonly balance: bigint
  readonly nonce: bigint
  /** runtime code; `0x` for an account that is not a contract */
  readonly code: Hex
  /** slots and their values, each DATA, 32 bytes */
  readonly storage: Readonly<Record<Hex, Hex>>
}

/** The initial state and header fields of a chain. */
export interface Genesis {
  /** in seconds since 1970 */
  readonly timestamp: number
  /** in gas */
  readonly gasLimit: bigint
  readonly difficulty: bigint
  readonly extraData: Hex
  /** DATA, 20 bytes */
  readonly miner: Hex
  /** DATA, 32 bytes */
  readonly mixHash: Hex
  /** DATA, 8 bytes */
  readonly nonce: Hex
  /** in wei per gas; from London on, default: 1 gwei */
  readonly baseFeePerGas?: bigint
  /** in blob gas; from Cancun on, default: 0 */
  readonly blobGasUsed?: bigint
  /** in blob gas; from Cancun on, default: 0 */
  readonly excessBlobGas?: bigint
  /** from Amsterdam on, default: 0 */
  readonly slotNumber?: bigint
  readonly accounts: readonly GenesisAccount[]
}

/** That of a branch to which generated traffic has added nothing yet. */
export const NO_PROGRESS: Progress = {
  contracts: NO_CONTRACTS,
  seenKinds: new Set(),
  withdrawals: 0,
}

/**
 * Makes the genesis block: no transactions, and the accounts as its state.
 *
 * @internal
 */
export async function createGenesisBlock(genesis: Genesis, engine: Engine): Promise<BuiltBlock> {
  const { fork, common, state: world } = engine
  world.reset(EMPTY_STATE)
  for (const account of genesis.accounts) await putGenesisAccount(world, account)
  const state = world.toTrie()
  const hasAccessList = isAtLeast(fork, 'amsterdam')
  const header = createBlockHeader(
    {
      number: 0n,
      stateRoot: state.root(),
      coinbase: genesis.miner,
      gasLimit: genesis.gasLimit,
      difficulty: genesis.difficulty,
      timestamp: BigInt(genesis.timestamp),
      extraData: genesis.extraData,
      mixHash: genesis.mixHash,
      nonce: genesis.nonce,
      ...(isAtLeast(fork, 'london') && {
        baseFeePerGas: genesis.baseFeePerGas ?? common.param('initialBaseFee'),
      }),
      ...(isAtLeast(fork, 'cancun') && {
        blobGasUsed: genesis.blobGasUsed ?? 0n,
        excessBlobGas: genesis.excessBlobGas ?? 0n,
      }),
      ...(hasAccessList && {
        blockAccessListHash: keccak256(EMPTY_LIST),
        slotNumber: genesis.slotNumber ?? 0n,
      }),
    },
    { common, freeze: false, skipConsensusFormatValidation: true },
  )
  const headerItems = header.raw()
  return {
    sealed: {
      number: 0,
      hash: toHex(keccak256(encodeRlp(headerItems))),
      parentHash: toHex(header.parentHash),
      totalDifficulty: header.difficulty,
      rlp: encodeRlp([headerItems, [], [], ...(isAtLeast(fork, 'shanghai') ? [[]] : [])]),
      receiptsRlp: encodeRlp([]),
      senders: new Uint8Array(0),
      blobGasPrice: isAtLeast(fork, 'cancun') ? header.getBlobGasPrice() : 0n,
      ...(hasAccessList && { accessList: EMPTY_LIST }),
    },
    header,
    state,
    // It is kept for ever.
    changes: new Uint8Array(0),
    progress: NO_PROGRESS,
    transactionHashes: [],
  }
}

/**
 * Adds an account to a state that does not have it.
 *
 * @internal
 */
export async function putGenesisAccount(
  world: Engine['state'],
  account: GenesisAccount,
): Promise<void> {
  const address = new Address(fromHex(account.address))
  await world.modifyAccountFields(address, { nonce: account.nonce, balance: account.balance })
  if (account.code !== '0x') await world.putCode(address, fromHex(account.code))
  for (const [slot, value] of Object.entries(account.storage)) {
    await world.putStorage(address, fromHex(slot), fromHex(value))
  }
}

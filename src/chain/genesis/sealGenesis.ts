import { fromHex, type Hex, toHex, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { EMPTY_LIST, encodeRlp } from '../../primitives/rlp.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { type Header, type HeaderFieldName, headerFieldNames } from '../encoding/header.ts'
import { INITIAL_BASE_FEE } from '../protocol/baseFee.ts'
import { blobBaseFeeOf } from '../protocol/blobGas.ts'
import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import { hashRequests } from '../protocol/requests.ts'
import { EMPTY_STATE, EMPTY_STORAGE, type StateTrie } from '../state/account.ts'
import type { WorldState } from '../state/worldState.ts'
import { type Genesis, putGenesisAccount } from './genesis.ts'

/** A genesis block with its state. */
export interface SealedGenesis {
  readonly sealed: SealedBlock
  readonly headerItems: Uint8Array[]
  readonly state: StateTrie
}

/**
 * Makes the genesis block: no transactions, and the accounts as its state. It needs no EVM, which takes long to load.
 *
 * @param fork of the block
 * @param world in which the state is made
 */
export async function sealGenesis(
  genesis: Genesis,
  fork: ForkName,
  world: WorldState,
): Promise<SealedGenesis> {
  world.reset(EMPTY_STATE)
  for (const account of genesis.accounts) await putGenesisAccount(world, account)
  const state = world.toTrie()
  const header = headerOf(genesis, fork, toHex(state.root()))
  const headerItems = headerFieldNames.flatMap((name) => itemOf(header, name))
  const hasAccessList = isAtLeast(fork, 'amsterdam')
  return {
    headerItems,
    state,
    sealed: {
      number: 0,
      hash: toHex(keccak256(encodeRlp(headerItems))),
      parentHash: header.parentHash,
      totalDifficulty: header.difficulty,
      rlp: encodeRlp([headerItems, [], [], ...(isAtLeast(fork, 'shanghai') ? [[]] : [])]),
      receiptsRlp: EMPTY_LIST,
      senders: new Uint8Array(0),
      blobGasPrice: blobBaseFeeOf(fork, header.excessBlobGas) ?? 0n,
      ...(hasAccessList && { accessList: EMPTY_LIST }),
    },
  }
}

const ZERO_HASH: Hex = `0x${'00'.repeat(32)}`
const EMPTY_ROOT = toHex(EMPTY_STORAGE.root())

function headerOf(genesis: Genesis, fork: ForkName, stateRoot: Hex): Header {
  return {
    parentHash: ZERO_HASH,
    sha3Uncles: toHex(keccak256(EMPTY_LIST)),
    miner: genesis.miner,
    stateRoot,
    transactionsRoot: EMPTY_ROOT,
    receiptsRoot: EMPTY_ROOT,
    logsBloom: `0x${'00'.repeat(256)}`,
    difficulty: genesis.difficulty,
    number: 0,
    gasLimit: genesis.gasLimit,
    gasUsed: 0n,
    timestamp: genesis.timestamp,
    extraData: genesis.extraData,
    mixHash: genesis.mixHash,
    nonce: genesis.nonce,
    ...(isAtLeast(fork, 'london') && {
      baseFeePerGas: genesis.baseFeePerGas ?? INITIAL_BASE_FEE,
    }),
    ...(isAtLeast(fork, 'shanghai') && { withdrawalsRoot: EMPTY_ROOT }),
    ...(isAtLeast(fork, 'cancun') && {
      blobGasUsed: genesis.blobGasUsed ?? 0n,
      excessBlobGas: genesis.excessBlobGas ?? 0n,
      parentBeaconBlockRoot: ZERO_HASH,
    }),
    ...(isAtLeast(fork, 'prague') && { requestsHash: toHex(hashRequests([])) }),
    ...(isAtLeast(fork, 'amsterdam') && {
      blockAccessListHash: toHex(keccak256(EMPTY_LIST)),
      slotNumber: genesis.slotNumber ?? 0n,
    }),
  }
}

/** The RLP of a field; nothing if the fork does not have it. */
function itemOf(header: Header, name: HeaderFieldName): Uint8Array[] {
  const value = header[name]
  if (value === undefined) return []
  return [typeof value === 'string' ? fromHex(value) : toMinimalBytes(value)]
}

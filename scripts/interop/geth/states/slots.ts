import { concat, word } from '../../../../src/chain/contracts/abi.ts'
import { collectibleContract } from '../../../../src/chain/contracts/collectible.ts'
import { multiTokenContract } from '../../../../src/chain/contracts/multiToken.ts'
import { poolContract } from '../../../../src/chain/contracts/pool.ts'
import {
  beaconRoots,
  historyStorage,
  withdrawalRequests,
} from '../../../../src/chain/contracts/system.ts'
import { tokenContract } from '../../../../src/chain/contracts/token.ts'
import type { Block } from '../../../../src/chain/encoding/block.ts'
import { fromHex, type Hex, toHex } from '../../../../src/primitives/hex.ts'
import { keccak256 } from '../../../../src/primitives/keccak.ts'
import type { ContractKind, KnownContract } from './knownContracts.ts'

/** A storage slot of a contract. */
export interface SlotOf {
  readonly address: Hex
  /** 32 bytes */
  readonly slot: Hex
}

/** The number of slots in the ring buffers of EIP-2935 and EIP-4788. */
const RING = 8191

/** The slots that the layout of contracts gives some holders, and those of the system contracts in a block. */
export function layoutSlots(
  { header: { number, timestamp } }: Block,
  contracts: readonly KnownContract[],
  holders: readonly Hex[],
): SlotOf[] {
  return [
    ...contracts.flatMap(({ address, kind }) =>
      slotsOfKind(kind, holders).map((slot) => ({ address, slot })),
    ),
    slotOf(historyStorage.address, Math.max(0, number - 1) % RING),
    slotOf(beaconRoots.address, timestamp % RING),
    slotOf(beaconRoots.address, (timestamp % RING) + RING),
    ...[0, 1, 2, 3].map((index) => slotOf(withdrawalRequests.address, index)),
  ]
}

function slotsOfKind(kind: ContractKind, holders: readonly Hex[]): Hex[] {
  switch (kind) {
    case 'token': {
      const { balances, allowances, totalSupply, name, symbol } = tokenContract.storageSlots
      return [
        ...holders.map((holder) => entry(holder, toWord(balances))),
        ...holders.map((owner, index) =>
          entry(holders[(index + 1) % holders.length] as Hex, entry(owner, toWord(allowances))),
        ),
        ...[totalSupply, name, symbol].map(toWord),
      ]
    }
    case 'collectible': {
      const { owners, balances, tokenApprovals, name } = collectibleContract.storageSlots
      return [
        ...[0, 1, 2].map((id) => entry(toWord(id), toWord(owners))),
        entry(toWord(1), toWord(tokenApprovals)),
        ...holders.map((holder) => entry(holder, toWord(balances))),
        toWord(name),
      ]
    }
    case 'multiToken': {
      const { balances, uri } = multiTokenContract.storageSlots
      return [
        ...holders.map((holder) => entry(holder, entry(toWord(1), toWord(balances)))),
        toWord(uri),
      ]
    }
    case 'pool': {
      const { token0, token1, reserve0 } = poolContract.storageSlots
      return [token0, token1, reserve0].map(toWord)
    }
    default:
      return [toWord(0)]
  }
}

function slotOf(address: Hex, index: number): SlotOf {
  return { address, slot: toWord(index) }
}

/** The slot of an entry of a Solidity mapping. */
function entry(key: Hex, mapping: Hex): Hex {
  return toHex(keccak256(concat([word(BigInt(key)), fromHex(mapping)])))
}

function toWord(value: number): Hex {
  return toHex(word(value))
}

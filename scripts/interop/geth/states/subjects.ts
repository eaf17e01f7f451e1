import type { Chain } from '../../../../src/chain/chain.ts'
import { systemContracts } from '../../../../src/chain/contracts/system.ts'
import type { Block } from '../../../../src/chain/encoding/block.ts'
import { type Hex, toHex } from '../../../../src/primitives/hex.ts'
import type { Random } from '../../../../src/primitives/random.ts'
import type { KnownContract } from './knownContracts.ts'
import { sample } from './sampleBlocks.ts'
import { layoutSlots, type SlotOf } from './slots.ts'

/** What requests about a block ask for. */
export interface Subjects {
  readonly block: Block
  /** the block itself if it is genesis */
  readonly parent: Block
  readonly accounts: readonly Hex[]
  /** those that exist after the block, and those that were deleted */
  readonly contracts: readonly KnownContract[]
  readonly slots: readonly SlotOf[]
}

const PRECOMPILES = ['01', '04', '05', '09', '0a', '0b', '11', '12', '0100']

/**
 * The accounts, contracts and slots of a block.
 *
 * @param accessed the slots that its transactions access
 */
export function subjectsOf(
  chain: Chain,
  block: Block,
  contracts: readonly KnownContract[],
  accessed: readonly SlotOf[],
  random: Random,
): Subjects {
  const accounts = accountsOf(block)
  const funded = chain.genesis.accounts.map(({ address }) => address)
  const elsewhere: Hex[] = [
    ...PRECOMPILES.map((address): Hex => `0x${address.padStart(40, '0')}`),
    ...systemContracts.map(({ address }) => address),
    `0x${'00'.repeat(20)}`,
    toHex(random.bytes(20)),
  ]
  const existing = contracts.filter(({ since }) => since <= block.header.number)
  const own = existing.filter(({ address }) => accounts.has(address))
  const chosen = [...new Set([...sample(own, 6, random), ...sample(existing, 4, random)])]
  const holders = [...sample([...accounts], 5, random), ...sample(funded, 2, random)]
  const number = Math.max(0, block.header.number - 1)
  return {
    block,
    parent: chain.blockByNumber(number) ?? block,
    accounts: [
      ...sample([...accounts], 12, random),
      ...sample(funded, 2, random),
      ...sample(elsewhere, 3, random),
    ],
    contracts: chosen,
    slots: [
      ...sample(accessed, 12, random),
      ...sample(layoutSlots(block, chosen, holders), 16, random),
      { address: random.pick(funded), slot: toHex(random.bytes(32)) },
    ],
  }
}

function accountsOf({ header, transactions, receipts, uncles, withdrawals }: Block): Set<Hex> {
  const accounts = new Set<Hex>([header.miner, ...uncles.map((uncle) => uncle.header.miner)])
  for (const { from, to, accessList = [], authorizationList = [] } of transactions) {
    accounts.add(from)
    if (to !== null) accounts.add(to)
    for (const { address } of [...accessList, ...authorizationList]) accounts.add(address)
  }
  for (const { contractAddress, logs } of receipts) {
    if (contractAddress !== null) accounts.add(contractAddress)
    for (const { address, topics } of logs) {
      accounts.add(address)
      // The parties of token transfers.
      for (const topic of topics.slice(1)) {
        if (topic.startsWith(`0x${'00'.repeat(12)}`)) accounts.add(`0x${topic.slice(26)}`)
      }
    }
  }
  for (const { address } of withdrawals ?? []) accounts.add(address)
  return accounts
}

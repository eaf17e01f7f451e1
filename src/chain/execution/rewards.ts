import { Account, Address } from '@ethereumjs/util'
import type { WorldState } from '../state/worldState.ts'

interface Reward {
  /** 20 bytes */
  readonly to: Uint8Array
  readonly wei: bigint
}

/**
 * Pays for a block and for the uncles it includes (Yellow Paper 11.3): the miner of an uncle gets an eighth less
 * of the block reward for each generation it is late, the miner of the block 1/32 more for each uncle.
 *
 * @param blockReward of the fork, in wei
 * @param uncles the miner of each uncle, and how many generations back it is
 */
export async function payRewards(
  state: Pick<WorldState, 'getAccount' | 'putAccount'>,
  blockReward: bigint,
  miner: Uint8Array,
  uncles: readonly { readonly miner: Uint8Array; readonly depth: number }[],
): Promise<void> {
  const rewards: Reward[] = uncles.map((uncle) => ({
    to: uncle.miner,
    wei: (blockReward * BigInt(8 - uncle.depth)) / 8n,
  }))
  rewards.push({ to: miner, wei: blockReward + (blockReward / 32n) * BigInt(uncles.length) })
  for (const { to, wei } of rewards) {
    const address = new Address(to)
    const account = (await state.getAccount(address)) ?? new Account()
    account.balance += wei
    await state.putAccount(address, account)
  }
}

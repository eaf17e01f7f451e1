import { Account, Address } from '@ethereumjs/util'
import type { WorldState } from '../state/worldState.ts'

/** What the miner of a block or of an uncle is paid. */
export interface Reward {
  /** 20 bytes */
  readonly to: Uint8Array
  readonly wei: bigint
}

/** An uncle that a block includes. */
export interface RewardedUncle {
  /** 20 bytes */
  readonly miner: Uint8Array
  /** how many generations back it is */
  readonly depth: number
}

/**
 * The rewards for a block and for the uncles it includes (Yellow Paper 11.3): the miner of an uncle gets an eighth less
 * of the block reward for each generation it is late, the miner of the block 1/32 more for each uncle.
 *
 * @param blockReward of the fork, in wei
 */
export function rewardsOf(
  blockReward: bigint,
  miner: Uint8Array,
  uncles: readonly RewardedUncle[],
): { readonly block: Reward; readonly uncles: readonly Reward[] } {
  return {
    block: { to: miner, wei: blockReward + (blockReward / 32n) * BigInt(uncles.length) },
    uncles: uncles.map((uncle) => ({
      to: uncle.miner,
      wei: (blockReward * BigInt(8 - uncle.depth)) / 8n,
    })),
  }
}

/**
 * Pays the rewards for a block and its uncles.
 *
 * @param blockReward of the fork, in wei
 */
export async function payRewards(
  state: Pick<WorldState, 'getAccount' | 'putAccount'>,
  blockReward: bigint,
  miner: Uint8Array,
  uncles: readonly RewardedUncle[],
): Promise<void> {
  const rewards = rewardsOf(blockReward, miner, uncles)
  for (const { to, wei } of [...rewards.uncles, rewards.block]) {
    const address = new Address(to)
    const account = (await state.getAccount(address)) ?? new Account()
    account.balance += wei
    await state.putAccount(address, account)
  }
}

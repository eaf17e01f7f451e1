import { type Hex, toBigInt, toHex, toNumber, toQuantity } from '../../../primitives/hex.ts'
import { readRlp } from '../../../primitives/readRlp.ts'
import { headerItem } from '../../encoding/header.ts'
import { type RewardedUncle, rewardsOf } from '../../execution/rewards.ts'
import type { ForkName } from '../../protocol/forks.ts'
import type { Rules } from '../../protocol/rules.ts'
import { forkOf } from '../blockContext.ts'
import { commonOf } from '../commonOf.ts'
import type { RewardAction, Trace } from './trace.ts'

type Bytes = Uint8Array

/**
 * The traces of the rewards that a block of proof of work pays: its own first, then those of its uncles. None after the
 * merge (as in Erigon and Reth), and none for genesis, which pays nobody.
 *
 * @param rlp the block
 */
export function rewardTraces(rules: Rules, rlp: Uint8Array): Trace[] {
  const [header, , uncles] = readRlp(rlp) as [Bytes[], unknown, Bytes[][]]
  const number = toNumber(headerItem(header, 'number'))
  const difficulty = toBigInt(headerItem(header, 'difficulty'))
  if (number === 0 || difficulty === 0n) return []
  const time = toBigInt(headerItem(header, 'timestamp'))
  const fork: ForkName = forkOf(rules, BigInt(number), time, false)
  const included = uncles.map(
    (uncle): RewardedUncle => ({
      miner: headerItem(uncle, 'miner'),
      depth: number - toNumber(headerItem(uncle, 'number')),
    }),
  )
  const blockReward = commonOf(rules, fork).param('minerReward')
  const rewards = rewardsOf(blockReward, headerItem(header, 'miner'), included)
  return [
    rewardTrace('block', toHex(rewards.block.to), rewards.block.wei),
    ...rewards.uncles.map(({ to, wei }) => rewardTrace('uncle', toHex(to), wei)),
  ]
}

function rewardTrace(rewardType: RewardAction['rewardType'], author: Hex, wei: bigint): Trace {
  const action: RewardAction = { author, rewardType, value: toQuantity(wei) }
  return { action, result: null, subtraces: 0, traceAddress: [], type: 'reward' }
}

import type { RewardAction } from '../../chain/calls/parity/trace.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { once } from '../../primitives/once.ts'
import { type Answer, nullAnswer } from '../answer.ts'
import type { MethodContext } from '../method.ts'

interface PaidReceipt {
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
}

/** Loaded with the first block, because it loads the EVM. */
const loadRewardTraces = once(() => import('../../chain/calls/parity/rewardTraces.ts'))

/** A block without its transactions, with their number, their fees and the rewards for the block. */
export async function blockDetailsAnswer(
  { view, dialect, service: { answers } }: MethodContext,
  block: SealedBlock | undefined,
): Promise<Answer> {
  if (block === undefined) return nullAnswer
  const { rewardTraces } = await loadRewardTraces()
  return answers.answer(block, dialect, 'otterscan', (read) => {
    const { transactions, ...rest } = read.block({ full: false, pending: false }) as {
      readonly transactions: readonly Hex[]
    }
    const fees = (read.receipts() as PaidReceipt[]).reduce(
      (sum, { gasUsed, effectiveGasPrice }) => sum + BigInt(gasUsed) * BigInt(effectiveGasPrice),
      0n,
    )
    // A recording may have no bytes of a block.
    const rewards = block.rlp.length === 0 ? [] : rewardTraces(view.chain.rules, block.rlp)
    return {
      block: { ...rest, transactionCount: transactions.length },
      issuance: issuanceOf(rewards.map(({ action }) => action as RewardAction)),
      totalFees: toQuantity(fees),
    }
  })
}

function issuanceOf(rewards: readonly RewardAction[]): object {
  const sumOf = (type: RewardAction['rewardType']) =>
    rewards
      .filter(({ rewardType }) => rewardType === type)
      .reduce((sum, { value }) => sum + BigInt(value), 0n)
  const [block, uncles] = [sumOf('block'), sumOf('uncle')]
  return {
    blockReward: toQuantity(block),
    uncleReward: toQuantity(uncles),
    issuance: toQuantity(block + uncles),
  }
}

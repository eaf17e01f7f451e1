import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { toQuantity } from '../../../src/primitives/hex.ts'
import { findTransaction } from '../chain.ts'
import { testSpec } from '../testSpec.ts'
import type { Landmarks } from './question.ts'

/**
 * The chain for the requests to geth and ommer: too short to have a safe or a finalized block, and with a side branch.
 */
export async function createAskedChain(): Promise<Chain> {
  const chain = await createChain({ ...testSpec, finality: { safe: 64, finalized: 64 } })
  await chain.extendBranch(chain.tree.head.number - 3, 'side', 2)
  return chain
}

export function landmarksOf(chain: Chain): Landmarks {
  const { tree } = chain
  const { number, hash } = tree.head
  const side = tree.sideBlocks.find((block) => block.number === number - 2)
  if (side === undefined) throw new Error('the chain has no branch')
  const { transaction } = findTransaction(chain, () => true)
  return {
    $head: toQuantity(number),
    $beyond: toQuantity(number + 1),
    $hash: hash,
    $sideHash: side.hash,
    $transaction: transaction.hash,
  }
}

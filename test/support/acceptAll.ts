import type { Chain } from '../../src/chain/chain.ts'
import { GENESIS_BALANCE } from '../../src/chain/genesis/genesisBalance.ts'
import { sealedBlocksOf } from './chain.ts'
import { StockNode } from './stockNode.ts'

/**
 * Feeds the blocks of all branches to a stock node, uncles included, by number: after the merge, it accepts no more proof
 * of work.
 *
 * @returns the node
 */
export async function acceptAll(chain: Chain): Promise<StockNode> {
  const { tree } = chain
  const node = await StockNode.start(chain, chain.rules, GENESIS_BALANCE)
  const all = [...tree.sideBlocks, ...sealedBlocksOf(chain).slice(1)]
  all.sort((one, other) => one.number - other.number)
  for (const block of all) await node.accept(block)
  return node
}

import type { Chain } from '../../src/chain/chain.ts'
import { GENESIS_BALANCE } from '../../src/chain/genesis/genesisBalance.ts'
import { StockNode } from './stockNode.ts'

/** Feeds the blocks of all branches to a stock node, by number: after the merge, it accepts no more proof of work. */
export async function acceptAll(chain: Chain): Promise<void> {
  const { tree } = chain
  const node = await StockNode.start(chain, chain.rules, GENESIS_BALANCE)
  const main = Array.from({ length: tree.head.number }, (_, index) => tree.byNumber(index + 1))
  const all = [...tree.sideBlocks, ...main].flatMap((block) => block ?? [])
  all.sort((one, other) => one.number - other.number)
  for (const block of all) await node.accept(block)
}

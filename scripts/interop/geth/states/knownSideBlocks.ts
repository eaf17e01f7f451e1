import type { Chain } from '../../../../src/chain/chain.ts'
import type { SealedBlock } from '../../../../src/chain/encoding/block.ts'
import type { GethNode } from '../gethNode.ts'

/**
 * Some blocks of other branches that geth has. It gets them only if its head can be chosen afterwards, and it may have
 * left out those under proof of work.
 */
export async function knownSideBlocks(geth: GethNode, chain: Chain): Promise<SealedBlock[]> {
  const known: SealedBlock[] = []
  for (const block of chain.tree.sideBlocks.slice(-20)) {
    const found = await geth.ask('eth_getBlockByHash', block.hash, false)
    if (found !== null) known.push(block)
  }
  return known
}

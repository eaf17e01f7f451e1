import type { Chain } from '../chain/chain.ts'
import { type ContractSummary, summaryOf } from '../chain/contracts/contract.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { treeOf } from '../server/endpointHandle.ts'
import type { Server } from '../server/serve.ts'

/**
 * The oldest contract of each role at the head of the server's own endpoint, without ABIs: a long chain has thousands of
 * contracts, and its address for contracts lists them all.
 */
export function firstContracts(chain: Chain, server: Server): ContractSummary[] {
  // A journal may have led to blocks that only the endpoint has.
  const tree = treeOf(server)
  const head = tree.byHash(server.head.hash) as SealedBlock
  const byRole = new Map<string, ContractSummary>()
  for (const contract of chain.contractIndex.at(head, tree)) {
    if (!byRole.has(contract.role)) byRole.set(contract.role, summaryOf(contract))
  }
  return [...byRole.values()]
}

import type { Chain, ViewedChain } from '../chain/chain.ts'
import type { ContractIndex } from '../chain/deployments/contractIndex.ts'

/** The parts of a chain that an export reads: a chain has them, and so has what an endpoint shows of one. */
export interface ExportedChain
  extends ViewedChain,
    Pick<Chain, 'spec' | 'isGenerated' | 'genesis' | 'accounts' | 'writtenAs'> {
  readonly contractIndex: Pick<ContractIndex, 'at'>
}

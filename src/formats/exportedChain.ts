import type { Chain } from '../chain/chain.ts'
import type { ContractIndex } from '../chain/deployments/contractIndex.ts'
import type { ViewedChain } from '../endpoint/view.ts'

/** The parts of a chain that an export reads: a chain has them, and so has what an endpoint shows of one. */
export interface ExportedChain
  extends ViewedChain,
    Pick<Chain, 'spec' | 'isGenerated' | 'genesis' | 'accounts' | 'writtenAs'> {
  readonly contractIndex: Pick<ContractIndex, 'at'>
}

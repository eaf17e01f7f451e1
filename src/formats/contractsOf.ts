import type { Contract } from '../chain/contracts/contract.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { ExportSource } from './exportSource.ts'

/** The file of the `json` format, and the member of the `bundle` format, with the contracts and their ABIs. */
export const CONTRACTS = 'contracts.json'

/** The contracts that exist after the last block of an export. */
export function contractsOf({
  chain,
  to,
}: Pick<ExportSource, 'chain' | 'to'>): readonly Contract[] {
  return chain.contractIndex.at(chain.tree.byNumber(to) as SealedBlock)
}

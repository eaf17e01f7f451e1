import type { ContractIndex } from '../chain/deployments/contractIndex.ts'
import type { ArtifactIndex } from '../solidity/artifactIndex.ts'

/** What a server says about itself to the explorer. */
export interface ServerFacts {
  /** whether clients may use its control address without a token */
  readonly hasOpenControl: boolean
  /** the preset of its chain; undefined for a chain that was not generated from one */
  readonly preset: string | undefined
  /** finds the contracts of its chain */
  readonly contractIndex: Pick<ContractIndex, 'read' | 'at'>
  /** what compilers have written of the user's contracts; undefined if none is known */
  readonly artifacts?: ArtifactIndex | undefined
}

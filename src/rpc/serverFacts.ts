import type { ArtifactIndex } from '../solidity/artifactIndex.ts'

/** What a server says about itself to the explorer. */
export interface ServerFacts {
  /** whether clients may use its control address without a token */
  readonly hasOpenControl: boolean
  /** what compilers have written of the user's contracts; undefined if none is known */
  readonly artifacts?: ArtifactIndex | undefined
}

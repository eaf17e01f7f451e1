import type { Scenario } from '../../src/index.ts'

/** A fault in the example indexer, as people make them. */
export interface Mutant {
  /** what the indexer does wrong, in one line */
  readonly fault: string
  /** the file in `examples/indexer` */
  readonly file: 'indexer.ts' | 'jsonRpc.ts' | 'replicas.ts' | 'store.ts' | 'verify.ts'
  /** text that the file has exactly once */
  readonly find: string
  readonly replace: string
  /** written by hand: the indexer is right in it, the mutant wrong */
  readonly scenario: Scenario
}

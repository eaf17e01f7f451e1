import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import type { DialectName } from '../../src/endpoint/dialects/dialect.ts'

/** The chain that all processes have: each its own, from the same spec. */
export interface ChainSource {
  readonly spec: ChainSpec
  /** the folder through which the first to make it spares the others the work */
  readonly cache: string
}

/** Of an endpoint for each dialect, one whose head moves, and one where all goes wrong beside. */
export type Urls = Readonly<
  Record<DialectName | 'moving' | 'troubled', { readonly http: string; readonly webSocket: string }>
>

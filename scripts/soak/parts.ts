import type { ChainSpec } from '../../src/chain/spec.ts'
import type { DialectName } from '../../src/endpoint/dialects/dialect.ts'

/** The chain that all processes have: each its own, from the same spec. */
export interface ChainSource {
  readonly spec: ChainSpec
  /** the folder through which the first to make it spares the others the work */
  readonly cache: string
}

export type Urls = Readonly<
  Record<DialectName, { readonly http: string; readonly webSocket: string }>
>

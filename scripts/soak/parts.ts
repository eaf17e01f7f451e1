import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import type { DialectName } from '../../src/endpoint/dialects/dialects.ts'
import type { WritableUrls } from './sender.ts'

/** The chain of all processes: each generates its own from the same spec. */
export interface ChainSource {
  readonly spec: ChainSpec
  /** the cache folder, so that only the first process has to generate it */
  readonly cache: string
}

/** The addresses of an endpoint for each dialect, one with a moving head, and one that also has every kind of fault. */
export interface Urls
  extends Readonly<
    Record<
      DialectName | 'moving' | 'troubled',
      { readonly http: string; readonly webSocket: string }
    >
  > {
  /** of the server to which clients can write */
  readonly writable: WritableUrls
}

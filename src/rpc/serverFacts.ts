import type { ContractIndex } from '../chain/deployments/contractIndex.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'

/** Takes what the code of a call has printed. The name is that of its job. */
export type OnPrinted = (
  endpoint: Endpoint,
  name: string,
  input: unknown,
  printed: readonly Uint8Array[],
) => void

/** What a server says about itself to the explorer, and what methods tell it. */
export interface ServerFacts {
  /** whether clients may use its control address without a token */
  readonly hasOpenControl: boolean
  /** the preset of its chain; undefined for a chain that was not generated from one */
  readonly preset: string | undefined
  /** finds the contracts of its chain */
  readonly contractIndex: Pick<ContractIndex, 'read' | 'at'>
  /** undefined where nobody reads it */
  readonly onPrinted?: OnPrinted | undefined
}

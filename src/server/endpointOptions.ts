import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { FinalityRule } from '../endpoint/finality.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import type { LagOptions } from '../moves/kinds/setLag.ts'
import type { Hex } from '../primitives/hex.ts'

/** How an endpoint is to begin. */
export interface EndpointOptions {
  /** Whose way of writing the chain it follows. By default that of the server. */
  readonly dialect?: DialectName | undefined
  /** Number of a block of the chain, or hash of any: where its head is. By default it follows the head of the chain. */
  readonly head?: number | Hex | undefined
  /** Has its head follow that of another endpoint. */
  readonly lag?: LagOptions | undefined
  /** Where `safe` and `finalized` stand. By default as the chain has it. */
  readonly finality?: FinalityRule | undefined
  /** What goes wrong from its first call on; an empty list: nothing. By default what the server's own `faults` say. */
  readonly faults?: readonly FaultRule[] | undefined
}

/** What a lag can be told, by name. */
export const lagOptionNames = ['behind', 'blocks'] as const satisfies readonly (keyof LagOptions)[]

import type { ChainSpec } from '../chain/spec/spec.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { FinalityRule } from '../endpoint/finality.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import type { LagOptions } from '../moves/kinds/setLag.ts'
import type { Step } from './step.ts'

/** A chain, what clients see of it, and what happens while they do. As a file it is JSON or YAML. */
export interface Scenario {
  /** For editors, which look up the schema there. */
  readonly $schema?: string | undefined
  /** What it shows, for people to read. */
  readonly description?: string | undefined
  /** What chain and faults follow from. Default `'ommer'`. */
  readonly seed?: string | number | undefined
  /** The chain as it is at first. */
  readonly spec?: Omit<ChainSpec, 'seed'> | undefined
  /** At least one. The first is what steps and waits are about that name none. Default: one with the key `dev`. */
  readonly endpoints?: readonly ScenarioEndpoint[] | undefined
  /** Key of the endpoint whose chain clients are to end with. Default the first. */
  readonly truth?: string | undefined
  /** What happens, in this order. */
  readonly steps: readonly Step[]
}

/** An endpoint as it is at first. */
export interface ScenarioEndpoint {
  /** The API key: 1 to 128 letters, digits, `_`, `.` and `-`. */
  readonly key: string
  /** Default `infura`. */
  readonly dialect?: DialectName | undefined
  /** Number of the block of the chain that is its head. Default the last. */
  readonly head?: number | undefined
  /** Has its head follow that of another endpoint. */
  readonly lag?: LagOptions | undefined
  /** Where `safe` and `finalized` stand. By default as the chain has it. */
  readonly finality?: FinalityRule | undefined
  /** What goes wrong there. */
  readonly faults?: readonly FaultRule[] | undefined
}

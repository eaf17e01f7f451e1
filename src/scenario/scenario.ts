import type { ChainSpec } from '../chain/spec/spec.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import type { FinalityRule } from '../endpoint/finality.ts'
import type { PoolOptions } from '../endpoint/replicaPool.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import type { LagOptions } from '../moves/kinds/setLag.ts'
import type { Step } from './step.ts'

/** One or several chains, their endpoints, and the events while clients use them. As a file it is JSON or YAML. */
export interface Scenario {
  /** The address of the JSON Schema, for editors. */
  readonly $schema?: string | undefined
  /** A description for people. */
  readonly description?: string | undefined
  /** The seed of the chain and of all faults. Default `'ommer'`. */
  readonly seed?: string | number | undefined
  /** The initial chain. */
  readonly spec?: Omit<ChainSpec, 'seed'> | undefined
  /** More chains, by the names that endpoints use. */
  readonly chains?: Readonly<Record<string, ScenarioChain>> | undefined
  /** At least one. The first is the default for steps and waits. Default: one with the key `dev`. */
  readonly endpoints?: readonly ScenarioEndpoint[] | undefined
  /**
   * Key of the endpoint whose chain clients must have at the end; with several chains, a key for each. Default: the first
   * endpoint of each chain.
   */
  readonly truth?: string | readonly string[] | undefined
  /** The steps, in order. */
  readonly steps: readonly Step[]
}

/** Another chain than that of `seed` and `spec`. */
export interface ScenarioChain {
  /** Default: the seed of the scenario, a hyphen, and the name of the chain. */
  readonly seed?: string | number | undefined
  /** The chain as it begins. */
  readonly spec?: Omit<ChainSpec, 'seed'> | undefined
}

/** The initial state of an endpoint. */
export interface ScenarioEndpoint {
  /** The API key: 1 to 128 letters, digits, `_`, `.` and `-`. */
  readonly key: string
  /** The name of its chain in `chains`. Default: that of `seed` and `spec`. */
  readonly chain?: string | undefined
  /** Default `infura`. */
  readonly dialect?: DialectName | undefined
  /** Its head: the number of a block of the chain. Default: the last. */
  readonly head?: number | undefined
  /** Makes its head follow that of another endpoint. */
  readonly lag?: LagOptions | undefined
  /** Other endpoints that answer in its place, which come before it. */
  readonly pool?: PoolOptions | undefined
  /** The rule for `safe` and `finalized`. Default: that of the chain. */
  readonly finality?: FinalityRule | undefined
  /** Its faults. */
  readonly faults?: readonly FaultRule[] | undefined
}

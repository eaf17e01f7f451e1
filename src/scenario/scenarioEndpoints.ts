import { noSuchEndpoint } from '../endpoint/noSuchEndpoint.ts'
import type { InjectedFault } from '../faults/faultLog.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import { EndpointError } from '../server/endpointError.ts'
import { performMove, reportStep } from '../server/endpointHandle.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import type { PlayableStep } from './step.ts'
import { moveSteps } from './stepContents.ts'

/** A step that moves an endpoint. */
type EndpointStep = Exclude<PlayableStep, { readonly name: 'waitFor' | 'restartClient' }>

type MoveForm = NonNullable<ReturnType<(typeof moveSteps)['get']>>

/** The endpoints of a scenario, with their state while it is played. */
export class ScenarioEndpoints {
  readonly byKey: ReadonlyMap<string, ServedEndpoint>
  readonly #seed: string | number
  /** ids by endpoint and by the name that a step gave the snapshot */
  readonly #snapshots = new Map<string, Map<string, number>>()
  /** the last ones of each endpoint */
  readonly #faults = new Map<string, readonly FaultRule[]>()

  /**
   * @param endpoints by their keys in the scenario, which need not be those of the server
   * @param seed of all faults
   */
  constructor(endpoints: ReadonlyMap<string, ServedEndpoint>, seed: string | number) {
    this.byKey = endpoints
    this.#seed = seed
  }

  /**
   * @throws {EndpointError} if the scenario has no endpoint with this key
   */
  endpoint(key: string): ServedEndpoint {
    const endpoint = this.byKey.get(key)
    if (endpoint !== undefined) return endpoint
    throw new EndpointError('UNKNOWN_ENDPOINT', noSuchEndpoint(key, this.byKey.keys()))
  }

  /** All faults that were applied at an endpoint, oldest first. */
  faultLog(key: string): readonly InjectedFault[] {
    return this.endpoint(key).faultLog()
  }

  /** Performs the move of a step. */
  async perform({ name, what, endpoint: key }: EndpointStep): Promise<unknown> {
    const { move, form } = moveSteps.get(name) as MoveForm
    const served = this.endpoint(key)
    reportStep(served, name, what)
    if (name === 'setFaults') this.#faults.set(key, what as readonly FaultRule[])
    const perform = (...args: readonly unknown[]) => performMove(served, move, args)
    if (form.play === undefined) return perform(what)
    return form.play(perform, what, {
      snapshots: this.#snapshotsOf(key),
      seed: this.#seed,
      keyOf: (key) => this.endpoint(key).key,
    })
  }

  /** The faults that an endpoint was given last. */
  faultsOf(key: string): readonly FaultRule[] {
    return this.#faults.get(key) ?? []
  }

  setFaults(key: string, rules: readonly FaultRule[]): void {
    this.#faults.set(key, rules)
    this.endpoint(key).setFaults(rules, { seed: this.#seed })
  }

  #snapshotsOf(key: string): Map<string, number> {
    const known = this.#snapshots.get(key)
    if (known !== undefined) return known
    const snapshots = new Map<string, number>()
    this.#snapshots.set(key, snapshots)
    return snapshots
  }
}

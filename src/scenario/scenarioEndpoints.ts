import { noSuchEndpoint } from '../endpoint/noSuchEndpoint.ts'
import type { InjectedFault } from '../faults/faultLog.ts'
import { EndpointError } from '../server/endpointError.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import type { PlayableStep } from './step.ts'
import { moveSteps } from './stepContents.ts'

/** A step that moves an endpoint: each but a wait. */
type MoveStep = Exclude<PlayableStep, { readonly name: 'waitFor' }>

type Method = (...args: readonly unknown[]) => unknown

type MoveForm = NonNullable<ReturnType<(typeof moveSteps)['get']>>

/** The endpoints of a scenario, and what has to be kept about them while it is played. */
export class ScenarioEndpoints {
  readonly byKey: ReadonlyMap<string, ServedEndpoint>
  readonly #seed: string | number
  /** by endpoint: ids by the names that steps have for them */
  readonly #snapshots = new Map<string, Map<string, number>>()

  /** @param seed what faults are drawn by */
  constructor(endpoints: ReadonlyMap<string, ServedEndpoint>, seed: string | number) {
    this.byKey = endpoints
    this.#seed = seed
  }

  /** @throws {EndpointError} where the scenario has none of that key */
  endpoint(key: string): ServedEndpoint {
    const endpoint = this.byKey.get(key)
    if (endpoint !== undefined) return endpoint
    throw new EndpointError('UNKNOWN_ENDPOINT', noSuchEndpoint(key, this.byKey.keys()))
  }

  /** All that was injected at an endpoint, oldest first. */
  faultLog(key: string): readonly InjectedFault[] {
    return this.endpoint(key).faultLog()
  }

  /** Makes the move that a step says. */
  async perform({ name, what, endpoint: key }: MoveStep): Promise<unknown> {
    const { move, form } = moveSteps.get(name) as MoveForm
    const endpoint = this.endpoint(key) as unknown as Readonly<Record<string, Method>>
    const perform: Method = (...args) => endpoint[move.name]?.(...args)
    return form.play(perform as never, what as never, {
      snapshots: this.#snapshotsOf(key),
      seed: this.#seed,
    })
  }

  /** Sets what goes wrong at an endpoint. */
  setFaults(key: string, rules: Parameters<ServedEndpoint['setFaults']>[0]): void {
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

import { noSuchEndpoint } from '../endpoint/noSuchEndpoint.ts'
import type { InjectedFault } from '../faults/faultLog.ts'
import { EndpointError } from '../server/endpointError.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import type { PlayableStep, StepActions } from './step.ts'

/** What a step other than a wait does. */
export type Deed = Exclude<PlayableStep, { readonly name: 'waitFor' }>

/** The endpoints of a scenario, and what has to be kept about them while it is played. */
export class Stage {
  readonly endpoints: ReadonlyMap<string, ServedEndpoint>
  readonly #seed: string | number
  /** ids by endpoint and name */
  readonly #snapshots = new Map<string, number>()

  /** @param seed what faults are drawn by */
  constructor(endpoints: ReadonlyMap<string, ServedEndpoint>, seed: string | number) {
    this.endpoints = endpoints
    this.#seed = seed
  }

  /** @throws {EndpointError} where the scenario has none of that key */
  endpoint(key: string): ServedEndpoint {
    const endpoint = this.endpoints.get(key)
    if (endpoint !== undefined) return endpoint
    throw new EndpointError('UNKNOWN_ENDPOINT', noSuchEndpoint(key, this.endpoints.keys()))
  }

  /** All that was injected at an endpoint, oldest first. */
  faultLog(key: string): readonly InjectedFault[] {
    return this.endpoint(key).faultLog()
  }

  /** Does what a step says. */
  async perform({ name, what, endpoint: key }: Deed): Promise<unknown> {
    const endpoint = this.endpoint(key)
    switch (name) {
      case 'mine':
        return mine(endpoint, what)
      case 'advanceTo':
        return endpoint.advanceTo(what)
      case 'reorg':
        return endpoint.reorg(what)
      case 'rollback':
        return endpoint.rollback(what)
      case 'snapshot':
        return this.#snapshots.set(`${key} ${what}`, await endpoint.snapshot())
      case 'revert':
        return endpoint.revert(this.#snapshots.get(`${key} ${what}`) as number)
      case 'increaseTime':
        return endpoint.increaseTime(what)
      case 'setNextBlockTimestamp':
        return endpoint.setNextBlockTimestamp(what)
      case 'setFinality':
        return endpoint.setFinality(what)
      case 'lag':
        return endpoint.setLag(what)
      case 'setFaults':
        return this.setFaults(key, what)
      case 'clearFaults':
        return this.setFaults(key, undefined)
    }
  }

  /** Sets what goes wrong at an endpoint. */
  setFaults(key: string, rules: Parameters<ServedEndpoint['setFaults']>[0]): void {
    this.endpoint(key).setFaults(rules, { seed: this.#seed })
  }
}

function mine(endpoint: ServedEndpoint, what: StepActions['mine']): Promise<unknown> {
  if (typeof what === 'number') return endpoint.mine(what)
  const { count, ...options } = what
  return endpoint.mine(count, options)
}

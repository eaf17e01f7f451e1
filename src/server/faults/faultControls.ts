import type { Endpoint } from '../../endpoint/endpoint.ts'
import { FaultError } from '../../endpoint/faults/faultError.ts'
import type { InjectedFault } from '../../endpoint/faults/faultLog.ts'
import { FaultPlan } from '../../endpoint/faults/faultPlan.ts'
import type { FaultRule } from '../../endpoint/faults/faultRule.ts'
import { resolveFaults } from '../../endpoint/faults/resolveFaults.ts'

/** How faults are drawn. */
export interface FaultOptions {
  /** What chance is drawn by. Default the seed of the chain. */
  readonly seed?: string | number | undefined
}

/** What decides over the faults of an endpoint. */
export interface FaultControls {
  /**
   * Makes things go wrong from now on, in place of what went wrong before. Calls are counted anew, from 1, and a new
   * log begins.
   *
   * @param rules undefined: nothing goes wrong any more
   * @throws {FaultError} where a rule is not as `FaultRule` says; then all stays as it was
   */
  setFaults(rules: readonly FaultRule[] | undefined, options?: FaultOptions): void
  /** What was injected since the faults were set, or the log was cleared: the last 10,000 entries. */
  faultLog(): readonly InjectedFault[]
  clearFaultLog(): void
}

/** @param chainSeed of the chain that the endpoint is a view of */
export function faultControls(endpoint: Endpoint, chainSeed: string | number): FaultControls {
  return {
    setFaults(rules, { seed = chainSeed } = {}) {
      if (typeof seed !== 'string' && !Number.isFinite(seed)) {
        throw new FaultError('seed', `${String(seed)} is neither a text nor a number`)
      }
      endpoint.faults =
        rules === undefined
          ? undefined
          : new FaultPlan(resolveFaults(rules), { seed, key: endpoint.key })
    },
    faultLog: () => endpoint.faults?.log.entries ?? [],
    clearFaultLog: () => endpoint.faults?.log.clear(),
  }
}

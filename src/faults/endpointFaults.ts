import type { Endpoint } from '../endpoint/endpoint.ts'
import type { FaultLog, InjectedFault } from './faultLog.ts'
import { FaultPlan } from './faultPlan.ts'

const logs = new WeakMap<Endpoint, FaultLog>()

/** The faults of an endpoint; undefined if it has none. */
export function faultsOf({ faults }: Endpoint): FaultPlan | undefined {
  return faults instanceof FaultPlan ? faults : undefined
}

/** The log of an endpoint, which outlives its rules; undefined until rules are set. */
export function faultLogOf(endpoint: Endpoint): FaultLog | undefined {
  return logs.get(endpoint)
}

/** Sets the faults of an endpoint from now on; undefined for none. */
export function setFaultPlan(endpoint: Endpoint, plan: FaultPlan | undefined): void {
  endpoint.faults = plan
  if (plan === undefined) return
  logs.set(endpoint, plan.log)
  plan.onApplied = (fault, { of }) => {
    // Those of a call are in the timeline with it.
    if (of !== 'call') reportFault(endpoint, fault)
  }
}

function reportFault({ activity }: Endpoint, { method, kind, rule, detail }: InjectedFault): void {
  const faults = [{ kind, rule, detail }]
  const began = performance.now()
  activity.timeline?.addOther({ type: 'fault', method, outcome: 'ok', faults, began })
}

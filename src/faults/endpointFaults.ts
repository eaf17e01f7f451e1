import type { Endpoint } from '../endpoint/endpoint.ts'
import type { FaultLog } from './faultLog.ts'
import { FaultPlan } from './faultPlan.ts'

const logs = new WeakMap<Endpoint, FaultLog>()

/** What goes wrong at an endpoint; undefined while nothing does. */
export function faultsOf({ faults }: Endpoint): FaultPlan | undefined {
  return faults instanceof FaultPlan ? faults : undefined
}

/** What was injected at an endpoint, whichever rules were set at the time; undefined until rules are set. */
export function faultLogOf(endpoint: Endpoint): FaultLog | undefined {
  return logs.get(endpoint)
}

/** Has things go wrong at an endpoint from now on as a plan decides; without one nothing does. */
export function setFaultPlan(endpoint: Endpoint, plan: FaultPlan | undefined): void {
  endpoint.faults = plan
  if (plan !== undefined) logs.set(endpoint, plan.log)
}

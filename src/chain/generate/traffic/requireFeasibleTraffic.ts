import type { TrafficRole } from '../../contracts/deployedContracts.ts'
import { isAtLeast } from '../../protocol/forks.ts'
import { type ResolvedSpec, SpecError } from '../../spec/spec.ts'
import type { KindName } from '../../spec/trafficKindNames.ts'
import { trafficKinds } from './trafficRegistry.ts'

/** The kinds that deploy the contracts which other kinds call. */
export const deployers: Readonly<Record<TrafficRole, readonly KindName[]>> = {
  collectible: ['collectible-creation'],
  delegate: ['delegate-creation'],
  factory: ['factory-creation'],
  logger: ['access-list-creation', 'logger-creation'],
  mortal: ['mortal-creation'],
  multicall: ['multicall-creation'],
  multiToken: ['multi-token-creation'],
  pool: ['pool-creation'],
  slots: ['deterministic-creation'],
  token: ['legacy-creation', 'token-creation'],
}

/**
 * Checks that the traffic of a spec is possible, at the latest under the last fork of the schedule.
 *
 * @throws {SpecError} if a kind is enabled but the contracts that it calls are not deployed, or if no kind is possible
 */
export function requireFeasibleTraffic(spec: ResolvedSpec): void {
  const { traffic, transactionsPerBlock, rules } = spec
  const weight = (name: KindName): number => traffic[name] ?? trafficKinds[name].weight
  for (const [name, chosen] of Object.entries(traffic) as [KindName, number][]) {
    const missing = chosen > 0 && trafficKinds[name].needs.find((role) => !isDeployed(role, weight))
    if (!missing) continue
    const names = deployers[missing].join(' and ')
    const problem = `it calls a ${missing} contract, but the kinds that deploy one have weight 0: ${names}`
    throw new SpecError(`traffic.${name}`, problem)
  }
  const newest = rules.forks.at(-1)?.name ?? 'chainstart'
  const names = Object.keys(trafficKinds) as KindName[]
  const isAnyLeft = names.some((name) => {
    const { since, needs } = trafficKinds[name]
    const isKnown = isAtLeast(newest, since)
    return weight(name) > 0 && isKnown && needs.every((role) => isDeployed(role, weight))
  })
  if (isAnyLeft || transactionsPerBlock?.[1] === 0) return
  const problem = `no kind can send a transaction under ${newest}; for empty blocks, set transactionsPerBlock to [0, 0]`
  throw new SpecError('traffic', problem)
}

/** Whether an enabled kind deploys such contracts, and the contracts that this kind calls are deployed, too. */
function isDeployed(role: TrafficRole, weight: (name: KindName) => number): boolean {
  return deployers[role].some(
    (name) =>
      weight(name) > 0 && trafficKinds[name].needs.every((needed) => isDeployed(needed, weight)),
  )
}

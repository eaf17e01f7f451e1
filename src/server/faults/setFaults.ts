import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { SocketClosedFault } from '../../endpoint/faults/fault.ts'
import { FaultError } from '../../endpoint/faults/faultError.ts'
import { FaultPlan } from '../../endpoint/faults/faultPlan.ts'
import type { FaultRule } from '../../endpoint/faults/faultRule.ts'
import { resolveFaults } from '../../endpoint/faults/resolveFaults.ts'
import { WEBSOCKET_ABNORMAL } from '../../rpc/faults/delivery.ts'
import type { FaultOptions } from './faultOptions.ts'

/** What the faults of a server's endpoints have in common. */
export interface FaultContext {
  readonly chainSeed: string | number
  /** closes an endpoint's WebSockets and tells how many there were */
  readonly closeClients: (endpoint: Endpoint, code: number) => number
}

/** How the watching of heads ends that is under way. */
const watches = new WeakMap<Endpoint, () => void>()

/**
 * Makes things go wrong at an endpoint, as `ServedEndpoint.setFaults` says.
 *
 * @throws {FaultError}
 */
export function setFaults(
  endpoint: Endpoint,
  rules: readonly FaultRule[] | undefined,
  { seed }: FaultOptions = {},
  { chainSeed, closeClients }: FaultContext,
): void {
  if (seed !== undefined && typeof seed !== 'string' && !Number.isFinite(seed)) {
    throw new FaultError('seed', `${String(seed)} is neither a text nor a number`)
  }
  const plan =
    rules === undefined
      ? undefined
      : new FaultPlan(resolveFaults(rules), { seed: seed ?? chainSeed, key: endpoint.key })
  endpoint.faults = plan
  watches.get(endpoint)?.()
  watches.delete(endpoint)
  if (plan?.watchesHead) watches.set(endpoint, watchHead(endpoint, plan, closeClients))
}

/**
 * Lets befall an endpoint what is to befall it when its head moves.
 *
 * @returns ends that
 */
function watchHead(
  endpoint: Endpoint,
  plan: FaultPlan,
  closeClients: FaultContext['closeClients'],
): () => void {
  return endpoint.onHeadChange(({ added }) => {
    const [first, last] = [added[0], added.at(-1)]
    if (first === undefined || last === undefined) return
    const blocks = [{ from: first.number, to: last.number }]
    const drawn = plan.draw({ of: 'head', methods: [], blocks, transport: 'webSocket' }).fault
    if (drawn === undefined) return
    const { code = WEBSOCKET_ABNORMAL } = drawn.fault as SocketClosedFault
    const closed = closeClients(endpoint, code)
    if (closed === 0) drawn.cameToNothing()
    else drawn.happened(`code ${code}, ${closed} connections`)
  })
}

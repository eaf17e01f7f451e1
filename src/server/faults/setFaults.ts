import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { SocketClosedFault } from '../../endpoint/faults/fault.ts'
import { FaultError } from '../../endpoint/faults/faultError.ts'
import { FaultLog } from '../../endpoint/faults/faultLog.ts'
import { FaultPlan } from '../../endpoint/faults/faultPlan.ts'
import type { FaultRule } from '../../endpoint/faults/faultRule.ts'
import type { BlockSpan } from '../../endpoint/faults/matches.ts'
import { requireObject } from '../../endpoint/faults/readers.ts'
import type { ResolvedRule } from '../../endpoint/faults/resolveFaults.ts'
import type { FaultOptions } from '../../moves/faultOptions.ts'
import { WEBSOCKET_ABNORMAL } from '../../rpc/faults/delivery.ts'
import { readFaults } from '../../rpc/faults/readFaults.ts'

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
  options: FaultOptions = {},
  context: FaultContext,
): void {
  requireObject(options, 'options')
  const unknown = Object.keys(options).find((name) => name !== 'seed')
  if (unknown !== undefined) {
    throw new FaultError(unknown, 'there is no such option; those known are: seed')
  }
  const { seed } = options as FaultOptions
  if (seed !== undefined && typeof seed !== 'string' && !Number.isFinite(seed)) {
    throw new FaultError('seed', `${String(seed)} is neither a text nor a number`)
  }
  const resolved = rules === undefined ? undefined : readFaults(rules)
  setResolvedFaults(endpoint, resolved, context, seed)
}

/** Does what `setFaults` does with rules that were checked. */
export function setResolvedFaults(
  endpoint: Endpoint,
  rules: readonly ResolvedRule[] | undefined,
  { chainSeed, closeClients }: FaultContext,
  seed: string | number = chainSeed,
): void {
  // A test's teardown ends the faults and attaches the log, in whichever order: new rules do not clear it.
  endpoint.faultLog ??= rules && new FaultLog()
  const { key, faultLog: log } = endpoint
  const plan = rules && log && new FaultPlan(rules, { seed, key, log })
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
  const befall = async (blocks: readonly BlockSpan[]): Promise<void> => {
    const subject = { of: 'head', methods: [], blocks, transport: 'webSocket' } as const
    const { fault: drawn } = await plan.draw(subject)
    if (drawn === undefined) return
    const { code = WEBSOCKET_ABNORMAL } = drawn.fault as SocketClosedFault
    const closed = closeClients(endpoint, code)
    if (closed === 0) drawn.cameToNothing()
    else drawn.happened(`code ${code}, ${closed} connection${closed === 1 ? '' : 's'}`)
  }
  return endpoint.onHeadChange(({ added }) => {
    const [first, last] = [added[0], added.at(-1)]
    if (first !== undefined && last !== undefined) {
      void befall([{ from: first.number, to: last.number }])
    }
  })
}

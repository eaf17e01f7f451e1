import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { SocketClosedFault } from '../../endpoint/faults/fault.ts'
import { FaultError } from '../../endpoint/faults/faultError.ts'
import type { InjectedFault } from '../../endpoint/faults/faultLog.ts'
import { FaultPlan } from '../../endpoint/faults/faultPlan.ts'
import type { FaultRule } from '../../endpoint/faults/faultRule.ts'
import { resolveFaults } from '../../endpoint/faults/resolveFaults.ts'
import { WEBSOCKET_ABNORMAL } from '../../rpc/faults/delivery.ts'

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

export interface FaultControlsOptions {
  /** of the chain that the endpoint is a view of */
  readonly chainSeed: string | number
  /** closes the endpoint's WebSockets and tells how many there were */
  readonly closeClients: (code: number) => number
}

export function faultControls(
  endpoint: Endpoint,
  { chainSeed, closeClients }: FaultControlsOptions,
): FaultControls {
  return {
    setFaults(rules, { seed = chainSeed } = {}) {
      if (typeof seed !== 'string' && !Number.isFinite(seed)) {
        throw new FaultError('seed', `${String(seed)} is neither a text nor a number`)
      }
      if (rules === undefined) {
        endpoint.faults = undefined
        return
      }
      const plan = new FaultPlan(resolveFaults(rules), { seed, key: endpoint.key })
      endpoint.faults = plan
      if (plan.watchesHead) watchHead(endpoint, plan, closeClients)
    },
    faultLog: () => endpoint.faults?.log.entries ?? [],
    clearFaultLog: () => endpoint.faults?.log.clear(),
  }
}

/** Lets befall the endpoint what is to befall it when its head moves, until other faults are set. */
function watchHead(
  endpoint: Endpoint,
  plan: FaultPlan,
  closeClients: (code: number) => number,
): void {
  const leave = endpoint.onHeadChange(({ added }) => {
    if (endpoint.faults !== plan) return leave()
    const [first, last] = [added[0], added.at(-1)]
    if (first === undefined || last === undefined) return
    const blocks = [{ from: first.number, to: last.number }]
    const drawn = plan.draw({ of: 'head', methods: [], blocks, transport: 'webSocket' }).fault
    if (drawn === undefined) return
    const { code = WEBSOCKET_ABNORMAL } = drawn.fault as SocketClosedFault
    const closed = closeClients(code)
    if (closed === 0) drawn.cameToNothing()
    else drawn.happened(`code ${code}, ${closed} connections`)
  })
}

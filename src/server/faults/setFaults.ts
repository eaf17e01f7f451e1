import * as v from 'valibot'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { poolError } from '../../endpoint/moveError.ts'
import { faultLogOf, setFaultPlan } from '../../faults/endpointFaults.ts'
import { FaultError } from '../../faults/faultError.ts'
import { FaultPlan } from '../../faults/faultPlan.ts'
import type { FaultRule } from '../../faults/faultRule.ts'
import type { BlockSpan } from '../../faults/matches.ts'
import type { ResolvedRule } from '../../faults/resolveFaults.ts'
import type { FaultOptions } from '../../moves/faultOptions.ts'
import { object, readInput } from '../../primitives/input.ts'
import { readFaults } from '../../rpc/faults/readFaults.ts'

/** What the faults of a server's endpoints share. */
export interface FaultContext {
  readonly chainSeed: string | number
  /** closes an endpoint's WebSockets and returns how many there were */
  readonly closeClients: (endpoint: Endpoint, code: number) => number
}

const seed = v.custom<string | number>(
  (value) => typeof value === 'string' || Number.isFinite(value),
  ({ input }) => `${String(input)} is neither a string nor a number`,
)

const faultOptions = object({ seed: v.optional(seed) }, { member: 'option', wanted: 'an object' })

/** For each endpoint, the function that stops watching its head. */
const watches = new WeakMap<Endpoint, () => void>()

/**
 * Sets the faults of an endpoint, as `ServedEndpoint.setFaults` describes.
 *
 * @throws {FaultError}
 */
export function setFaults(
  endpoint: Endpoint,
  rules: readonly FaultRule[] | undefined,
  options: FaultOptions = {},
  context: FaultContext,
): void {
  if (endpoint.poolOf !== undefined) throw poolError(endpoint.poolOf)
  const fail = (path: string, problem: string) => new FaultError(path || 'options', problem)
  const { seed } = readInput(faultOptions, options, '', fail)
  const resolved = rules === undefined ? undefined : readFaults(rules)
  setResolvedFaults(endpoint, resolved, context, seed)
}

/** Sets rules that are already checked. */
export function setResolvedFaults(
  endpoint: Endpoint,
  rules: readonly ResolvedRule[] | undefined,
  { chainSeed, closeClients }: FaultContext,
  seed: string | number = chainSeed,
): void {
  // A test's teardown clears the faults and attaches the log, in either order, so new rules do not clear the log.
  const { key } = endpoint
  const plan = rules && new FaultPlan(rules, { seed, key, log: faultLogOf(endpoint) })
  setFaultPlan(endpoint, plan)
  watches.get(endpoint)?.()
  watches.delete(endpoint)
  if (plan?.watchesHead) watches.set(endpoint, watchHead(endpoint, plan, closeClients))
}

/**
 * Applies the faults that depend on the endpoint's head when it moves.
 *
 * @returns a function that stops this
 */
function watchHead(
  endpoint: Endpoint,
  plan: FaultPlan,
  closeClients: FaultContext['closeClients'],
): () => void {
  const apply = async (blocks: readonly BlockSpan[]): Promise<void> => {
    const { fault } = await plan.draw({ of: 'head', methods: [], blocks, transport: 'webSocket' })
    if (fault?.effect.at !== 'delivery' || fault.effect.delivery.kind !== 'close') return
    const { code } = fault.effect.delivery
    const closed = closeClients(endpoint, code)
    if (closed === 0) fault.hadNoEffect()
    else fault.happened(`code ${code}, ${closed} connection${closed === 1 ? '' : 's'}`)
  }
  return endpoint.onHeadChange(({ added }) => {
    const [first, last] = [added[0], added.at(-1)]
    if (first !== undefined && last !== undefined) {
      void apply([{ from: first.number, to: last.number }])
    }
  })
}

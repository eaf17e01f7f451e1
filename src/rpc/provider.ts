import type { Endpoint } from '../endpoint/endpoint.ts'
import type { FaultPlan } from '../endpoint/faults/faultPlan.ts'
import { type Answer, decodeResult } from './answer.ts'
import type { Dispatcher } from './dispatcher.ts'
import { type ErrorObject, toErrorObject } from './errors.ts'
import type { Ask } from './faults/alterAnswer.ts'
import { BodyFaults } from './faults/bodyFaults.ts'
import { type Outcome, requestAmiss } from './faults/requestAmiss.ts'
import type { AnsweredCall, Gate } from './gate.ts'
import { type RunLong, runLong } from './longWork.ts'

/** What EIP-1193 passes to a provider. */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** An EIP-1193 provider: what viem's `custom` transport and ethers' `BrowserProvider` take. */
export interface Provider {
  /**
   * @returns the result as plain JSON values, a copy of the caller's own
   * @throws {ProviderRpcError}
   * @throws {NetworkError | SyntaxError} where a fault wants it, and what came over the network would break so
   */
  request(call: RequestArguments): Promise<unknown>
}

/** An error as EIP-1193 has it. */
export class ProviderRpcError extends Error {
  /** a number of JSON-RPC, such as -32602; 4900 where the endpoint is closed */
  readonly code: number
  /** what more the error tells, such as a range that would do */
  readonly data: unknown

  constructor({ code, message, data }: ErrorObject, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderRpcError'
    this.code = code
    this.data = data
  }
}

/** EIP-1193: the provider is cut off from its chain. */
const DISCONNECTED: ErrorObject = { code: 4900, message: 'the endpoint is closed' }

/** What a call in the same process takes. */
interface Parts {
  readonly endpoint: Endpoint
  readonly dispatcher: Dispatcher
  readonly delay: (milliseconds: number, endpoint: Endpoint) => Promise<unknown>
  readonly gate: Gate | undefined
}

/** What a call is answered, and how late. */
interface Held {
  readonly outcome: Outcome
  readonly latencyMs: number
}

/**
 * Makes an endpoint answer in the same process, by the same methods as over the network.
 *
 * @param delay resolves after so many milliseconds, or when the endpoint is closed: for answers that are to come late
 * @param gate what calls have to pass, if anything
 *
 * @internal
 */
export function createProvider(
  endpoint: Endpoint,
  dispatcher: Dispatcher,
  delay: Parts['delay'],
  gate?: Gate,
): Provider {
  // One function for each endpoint: there may be ten thousand.
  const parts: Parts = { endpoint, dispatcher, delay, gate }
  return {
    request: (call) =>
      gate === undefined && endpoint.faults === undefined
        ? requestRightly(parts, call)
        : requestSlowly(parts, call),
  }
}

async function requestRightly(
  { endpoint, dispatcher }: Parts,
  { method, params }: RequestArguments,
): Promise<unknown> {
  if (endpoint.isClosed) throw new ProviderRpcError(DISCONNECTED)
  let answer: Answer
  try {
    answer = await dispatcher.call(endpoint, runFor(endpoint), method, params)
  } catch (error) {
    throw new ProviderRpcError(toErrorObject(error), { cause: error })
  }
  return decodeResult(answer)
}

/** Where a gate has to be passed, or things go wrong. */
async function requestSlowly(parts: Parts, call: RequestArguments): Promise<unknown> {
  const { endpoint, delay, gate } = parts
  const { outcome, latencyMs } = await (gate === undefined
    ? answerCall(parts, call)
    : gate.pass((heard) => answerCall(parts, call, heard)))
  // It is on its way, and holds up nobody else at the gate.
  if (latencyMs > 0) await delay(latencyMs, endpoint)
  if ('result' in outcome) return outcome.result
  throw 'failure' in outcome ? outcome.failure : new ProviderRpcError(outcome.error)
}

async function answerCall(
  parts: Parts,
  call: RequestArguments,
  heard?: AnsweredCall[],
): Promise<Held> {
  const { endpoint } = parts
  const { faults: plan } = endpoint
  const held =
    plan === undefined || endpoint.isClosed
      ? { outcome: { result: await requestRightly(parts, call) }, latencyMs: 0 }
      : await answerAmiss(plan, parts, call)
  const { outcome } = held
  if ('result' in outcome && outcome.result !== null) {
    heard?.push({ endpoint, method: call.method, params: call.params })
  }
  return held
}

async function answerAmiss(
  plan: FaultPlan,
  { endpoint, dispatcher }: Parts,
  { method, params }: RequestArguments,
): Promise<Held> {
  const askBy =
    (run: RunLong): Ask =>
    (asked) =>
      dispatcher.call(asked, run, method, params)
  const run = runFor(endpoint)
  const faults = new BodyFaults({ plan, endpoint, transport: 'inProcess' })
  faults.begin([{ method, params }], false)
  const outcome = await (faults.takesTurns
    ? run((pause) =>
        requestAmiss(
          faults,
          method,
          askBy((task) => task(pause)),
        ),
      )
    : requestAmiss(faults, method, askBy(run)))
  return { outcome, latencyMs: faults.latencyMs }
}

/** To be asked in the process is to be one client, who stays and reads all. */
function runFor(endpoint: Endpoint): RunLong {
  return (task) => {
    const client = { connection: endpoint, isGone: () => false, whenRead: () => undefined }
    return runLong(client, task)
  }
}

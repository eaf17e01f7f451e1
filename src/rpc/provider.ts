import type { Endpoint } from '../endpoint/endpoint.ts'
import { type Answer, decodeResult } from './answer.ts'
import type { Dispatcher } from './dispatcher.ts'
import { type ErrorObject, toErrorObject } from './errors.ts'
import type { Ask } from './faults/alterAnswer.ts'
import { BodyFaults } from './faults/bodyFaults.ts'
import { type Outcome, requestAmiss } from './faults/requestAmiss.ts'
import type { AnsweredCall, Gate } from './gate.ts'
import { type Client, type RunLong, runLong } from './longWork.ts'

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
  delay: (milliseconds: number, endpoint: Endpoint) => Promise<unknown>,
  gate?: Gate,
): Provider {
  const client: Client = { connection: endpoint, isGone: () => false, whenRead: () => undefined }
  const run: RunLong = (task) => runLong(client, task)
  const requestRightly = async ({ method, params }: RequestArguments): Promise<unknown> => {
    if (endpoint.isClosed) throw new ProviderRpcError(DISCONNECTED)
    let answer: Answer
    try {
      answer = await dispatcher.call(endpoint, run, method, params)
    } catch (error) {
      throw new ProviderRpcError(toErrorObject(error), { cause: error })
    }
    return decodeResult(answer)
  }
  const answer = async (call: RequestArguments): Promise<Held> => {
    const { faults: plan } = endpoint
    if (plan === undefined || endpoint.isClosed) {
      return { outcome: { result: await requestRightly(call) }, latencyMs: 0 }
    }
    const { method, params } = call
    const askBy =
      (runBy: RunLong): Ask =>
      (asked) =>
        dispatcher.call(asked, runBy, method, params)
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
  const pass = async (call: RequestArguments, heard: AnsweredCall[]): Promise<Held> => {
    const held = await answer(call)
    const { outcome } = held
    if ('result' in outcome && outcome.result !== null) {
      heard.push({ endpoint, method: call.method, params: call.params })
    }
    return held
  }
  const requestSlowly = async (call: RequestArguments): Promise<unknown> => {
    const { outcome, latencyMs } = await (gate === undefined
      ? answer(call)
      : gate.pass((heard) => pass(call, heard)))
    // It is on its way, and holds up nobody else at the gate.
    if (latencyMs > 0) await delay(latencyMs, endpoint)
    if ('result' in outcome) return outcome.result
    throw 'failure' in outcome ? outcome.failure : new ProviderRpcError(outcome.error)
  }
  return {
    request: (call) =>
      gate === undefined && endpoint.faults === undefined
        ? requestRightly(call)
        : requestSlowly(call),
  }
}

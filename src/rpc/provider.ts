import type { Endpoint } from '../endpoint/endpoint.ts'
import { decodeResult } from './answer.ts'
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
  const answer = async (
    { method, params }: RequestArguments,
    heard?: AnsweredCall[],
  ): Promise<Held> => {
    if (endpoint.isClosed) throw new ProviderRpcError(DISCONNECTED)
    const askBy =
      (run: RunLong): Ask =>
      (asked) =>
        dispatcher.call(asked, run, method, params)
    const { faults: plan } = endpoint
    const faults = plan && new BodyFaults({ plan, endpoint, transport: 'inProcess' })
    faults?.begin([{ method, params }], false)
    const run: RunLong = (task) => runLong(client, task)
    const outcome =
      faults === undefined
        ? await requestRightly(endpoint, askBy(run))
        : await (faults.takesTurns
            ? run((pause) =>
                requestAmiss(
                  faults,
                  method,
                  askBy((task) => task(pause)),
                ),
              )
            : requestAmiss(faults, method, askBy(run)))
    if ('result' in outcome && outcome.result !== null) heard?.push({ endpoint, method, params })
    return { outcome, latencyMs: faults?.latencyMs ?? 0 }
  }
  return {
    async request(call) {
      const { outcome, latencyMs } = await (gate === undefined
        ? answer(call)
        : gate.pass((heard) => answer(call, heard)))
      if (latencyMs > 0) await delay(latencyMs, endpoint)
      if ('result' in outcome) return outcome.result
      throw 'failure' in outcome ? outcome.failure : new ProviderRpcError(outcome.error)
    },
  }
}

async function requestRightly(endpoint: Endpoint, ask: Ask): Promise<Outcome> {
  try {
    return { result: decodeResult(await ask(endpoint)) }
  } catch (error) {
    return { failure: new ProviderRpcError(toErrorObject(error), { cause: error }) }
  }
}

import type { Endpoint } from '../endpoint/endpoint.ts'
import { type Answer, decodeResult } from './answer.ts'
import type { Dispatcher } from './dispatcher.ts'
import { type ErrorObject, toErrorObject } from './errors.ts'
import { BodyFaults } from './faults/bodyFaults.ts'
import { requestAmiss } from './faults/requestAmiss.ts'
import type { Gate } from './gate.ts'
import { type Client, runLong } from './longWork.ts'
import { ProviderRpcError } from './providerRpcError.ts'

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

/** EIP-1193: the provider is cut off from its chain. */
const DISCONNECTED: ErrorObject = { code: 4900, message: 'the endpoint is closed' }

/**
 * Makes an endpoint answer in the same process, by the same methods as over the network.
 *
 * @param delay resolves after so many milliseconds: for answers that are to come late
 * @param gate what calls have to pass, if anything
 *
 * @internal
 */
export function createProvider(
  endpoint: Endpoint,
  dispatcher: Dispatcher,
  delay: (milliseconds: number) => Promise<unknown>,
  gate?: Gate,
): Provider {
  const client: Client = { connection: endpoint, isGone: () => false, whenRead: () => undefined }
  const provider: Provider = {
    async request({ method, params }) {
      if (endpoint.isClosed) throw new ProviderRpcError(DISCONNECTED)
      const { faults: plan } = endpoint
      if (plan !== undefined) {
        const faults = new BodyFaults({ plan, endpoint, transport: 'inProcess', delay })
        const outcome = await requestAmiss(faults, method, params, (asked) =>
          dispatcher.call(asked, (task) => runLong(client, task), method, params),
        )
        if ('error' in outcome) throw new ProviderRpcError(outcome.error)
        return outcome.result
      }
      let answer: Answer
      try {
        answer = await dispatcher.call(endpoint, (task) => runLong(client, task), method, params)
      } catch (error) {
        throw new ProviderRpcError(toErrorObject(error), { cause: error })
      }
      return decodeResult(answer)
    },
  }
  if (gate === undefined) return provider
  return {
    request: (call) =>
      gate.pass(async (heard) => {
        const result = await provider.request(call)
        if (result !== null) heard.push({ endpoint, method: call.method, params: call.params })
        return result
      }),
  }
}

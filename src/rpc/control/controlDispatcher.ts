import { type Answer, decodeResult, encodeResult } from '../answer.ts'
import type { MethodCaller } from '../dispatcher.ts'
import type { CallContext, MethodAnswer } from '../method.ts'
import { callControlMethod } from './callControlMethod.ts'
import type { ControlMethod, EndpointDirectory } from './controlMethod.ts'
import { controlMethods } from './controlRegistry.ts'
import type { ScenarioControl } from './scenarioControl.ts'

/**
 * Calls the methods of a control address: those that move endpoints, and all methods of the service. While a scenario is
 * played, each runs like a step of it: alone, and not counted by any wait of the scenario.
 */
export class ControlDispatcher implements MethodCaller {
  readonly moves = controlMethods
  readonly #service: MethodCaller
  readonly #endpoints: EndpointDirectory
  readonly #scenario: ScenarioControl | undefined

  /** @param scenario undefined if none is played */
  constructor(service: MethodCaller, endpoints: EndpointDirectory, scenario?: ScenarioControl) {
    this.#service = service
    this.#endpoints = endpoints
    this.#scenario = scenario
  }

  call(name: string, params: unknown, context: CallContext): MethodAnswer {
    const method = controlMethods.get(name)
    const call = () =>
      method === undefined
        ? this.#callService(name, params, context)
        : this.#callControl(method, params, context)
    const gate = this.#scenario?.gate
    if (gate === undefined || method?.waitsForClients) return call()
    return gate.alone(async () => call())
  }

  #callService(name: string, params: unknown, context: CallContext): MethodAnswer {
    const answer = this.#service.call(name, params, context)
    return name === 'rpc.discover' ? withControlMethods(answer) : answer
  }

  #callControl(
    method: ControlMethod,
    params: unknown,
    { client, runLong }: CallContext,
  ): Promise<Answer> {
    const { key, endpoint, dialect } = client
    return callControlMethod(method, params, {
      key,
      endpoint,
      dialect,
      endpoints: this.#endpoints,
      runLong,
      isClosed: () => client.isClosed(),
      isControl: true,
      scenario: this.#scenario,
    })
  }
}

/** Adds the methods of the control address to the OpenRPC document of the service, which may have some of them. */
async function withControlMethods(answer: MethodAnswer): Promise<Answer> {
  const document = decodeResult((await answer) as Answer) as {
    readonly methods: readonly { readonly name: string }[]
  }
  const { describeControlMethods } = await import('../openrpc/controlMethods.ts')
  const described = new Set(document.methods.map(({ name }) => name))
  const added = [...controlMethods].filter(([name]) => !described.has(name))
  const methods = [...document.methods, ...describeControlMethods(added)]
  return encodeResult({ ...document, methods })
}

import { type Answer, decodeResult, encodeResult } from '../answer.ts'
import type { ClientAccess, MethodCaller } from '../dispatcher.ts'
import type { RunLong } from '../longWork.ts'
import { callControlMethod } from './callControlMethod.ts'
import type { ControlMethod, EndpointDirectory } from './controlMethod.ts'
import type { PlayedScenario } from './playedScenario.ts'
import { controlMethods } from './registry.ts'

/**
 * Calls the methods of a control address: those that move endpoints, and all methods of the service. While a scenario is
 * played, each runs like a step of it: alone, and not counted by any wait of the scenario.
 */
export class ControlDispatcher implements MethodCaller {
  readonly moves = controlMethods
  readonly #service: MethodCaller
  readonly #endpoints: EndpointDirectory
  readonly #scenario: PlayedScenario | undefined

  /** @param scenario undefined if none is played */
  constructor(service: MethodCaller, endpoints: EndpointDirectory, scenario?: PlayedScenario) {
    this.#service = service
    this.#endpoints = endpoints
    this.#scenario = scenario
  }

  call(
    access: ClientAccess,
    runLong: RunLong,
    methodName: string,
    params?: unknown,
  ): Answer | Promise<Answer> {
    const method = controlMethods.get(methodName)
    const call = () => this.#call(method, access, runLong, methodName, params)
    const gate = this.#scenario?.gate
    if (gate === undefined || method?.waitsForClients) return call()
    return gate.alone(async () => call())
  }

  #call(
    method: ControlMethod | undefined,
    access: ClientAccess,
    runLong: RunLong,
    methodName: string,
    params: unknown,
  ): Answer | Promise<Answer> {
    if (method === undefined) {
      const answer = this.#service.call(access, runLong, methodName, params)
      return methodName === 'rpc.discover' ? withControlMethods(answer) : answer
    }
    const { key, endpoint, dialect } = access
    const [endpoints, scenario] = [this.#endpoints, this.#scenario]
    const isClosed = () => access.isClosed()
    const parts = { endpoints, runLong, isClosed, isControl: true, scenario }
    const context = { key, endpoint, dialect, ...parts }
    return callControlMethod(method, params, context)
  }
}

/** Adds the methods of the control address to the OpenRPC document of the service, which may have some of them. */
async function withControlMethods(answer: Answer | Promise<Answer>): Promise<Answer> {
  const document = decodeResult(await answer) as {
    readonly methods: readonly { readonly name: string }[]
  }
  const { describeControlMethods } = await import('../openrpc/controlMethods.ts')
  const described = new Set(document.methods.map(({ name }) => name))
  const added = [...controlMethods].filter(([name]) => !described.has(name))
  const methods = [...document.methods, ...describeControlMethods(added)]
  return encodeResult({ ...document, methods })
}

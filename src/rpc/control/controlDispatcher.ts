import { OmmerError } from '../../primitives/errors.ts'
import { type Answer, decodeResult, encodeResult } from '../answer.ts'
import type { ClientAccess, MethodCaller } from '../dispatcher.ts'
import { RequestError } from '../errors.ts'
import type { RunLong } from '../longWork.ts'
import type { ControlContext, ControlMethod, EndpointDirectory } from './controlMethod.ts'
import { decodeParameters } from './params/decodeParameters.ts'
import type { PlayedScenario } from './playedScenario.ts'
import { controlMethods } from './registry.ts'

/** The codes of errors about the arguments alone: all others depend on the state of an endpoint or of the server. */
const argumentCodes: ReadonlySet<string> = new Set([
  ...['INVALID_ARGUMENT', 'INVALID_FAULT', 'INVALID_KEY', 'INVALID_OPTION', 'INVALID_OPTIONS'],
])

/**
 * Calls the methods of a control address: those that move endpoints, and all methods of the service. While a scenario is
 * played, each runs like a step of it: alone, and not counted by any wait of the scenario.
 */
export class ControlDispatcher implements MethodCaller {
  readonly hasEffects = true
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
    // alloy sends the params of anvil_reorg by name.
    const given = params ?? []
    const list = Array.isArray(given) ? given : [given]
    const { key, endpoint, dialect } = access
    const [endpoints, scenario] = [this.#endpoints, this.#scenario]
    const isClosed = () => access.isClosed()
    const context = { key, endpoint, dialect, endpoints, runLong, isClosed, scenario }
    return this.#act(method, list, context)
  }

  async #act(
    method: ControlMethod,
    params: readonly unknown[],
    context: ControlContext,
  ): Promise<Answer> {
    try {
      const result = await method.call(decodeParameters(method.parameters, params), context)
      return encodeResult(result ?? null)
    } catch (error) {
      if (error instanceof RequestError || !(error instanceof OmmerError)) throw error
      const { code, message } = error
      const kind = argumentCodes.has(code) ? 'INVALID_PARAMS' : 'OPERATION_REFUSED'
      throw new RequestError(kind, message, { code })
    }
  }
}

/** Adds the methods of the control address to the OpenRPC document of the service. */
async function withControlMethods(answer: Answer | Promise<Answer>): Promise<Answer> {
  const document = decodeResult(await answer) as { readonly methods: readonly unknown[] }
  const { describeControlMethods } = await import('../openrpc/controlMethods.ts')
  return encodeResult({ ...document, methods: [...document.methods, ...describeControlMethods()] })
}

import { faultsOf } from '../faults/endpointFaults.ts'
import type { FaultTransport } from '../faults/transport.ts'
import { answerBody, answerFaultyBody } from './envelope.ts'
import type { Caller, EnvelopeOptions } from './exchange.ts'
import type { FaultyReply } from './faults/applyFaults.ts'
import type { AnsweredCall, Gate } from './gate.ts'
import { parseBody } from './parseBody.ts'
import { byteLength } from './reply.ts'
import { requestsOf } from './rpcRequest.ts'

/** Options for answering a body through a gate. */
export interface GatedOptions extends EnvelopeOptions {
  /** calls pass through it; by default there is none */
  readonly gate?: Gate | undefined
}

/** A body with a move runs like a step of a scenario: alone. */
function passGate<T>(
  gate: Gate,
  answer: (observed: AnsweredCall[]) => Promise<T>,
  body: Uint8Array,
  options: EnvelopeOptions,
): Promise<T> {
  return hasMove(body, options) ? gate.passAlone(answer) : gate.pass(answer)
}

function hasMove(body: Uint8Array, options: EnvelopeOptions): boolean {
  const { moves } = options.dispatcher
  if (moves.size === 0) return false
  try {
    return requestsOf(parseBody(body, options)).some(({ method }) => moves.has(method))
  } catch {
    // Answering it reports the error.
    return false
  }
}

/**
 * Answers a body where calls have to pass a gate, or the endpoint has faults.
 *
 * @param delay resolves after the given milliseconds, or earlier if no client waits any more
 */
export async function answerWithFaults(
  body: Uint8Array,
  caller: Caller,
  options: GatedOptions,
  transport: FaultTransport,
  delay: (milliseconds: number) => Promise<unknown>,
): Promise<Pick<FaultyReply, 'reply' | 'delivery'>> {
  const { endpoint, connection, memory } = caller
  const { gate, inFlight } = options
  const answer = async (observed?: AnsweredCall[]) => {
    // Read inside the gate, because the rules may change while calls wait for it.
    const plan = caller.isExplorer ? undefined : faultsOf(endpoint)
    if (plan !== undefined) {
      return answerFaultyBody(body, caller, options, { plan, endpoint, transport }, observed)
    }
    const reply = await answerBody(body, caller, options, caller.isExplorer ? [] : observed)
    return { reply, delivery: undefined, latencyMs: 0 }
  }
  memory.add(body.byteLength)
  endpoint.activity.begin('requests')
  const answered = gate === undefined ? answer() : passGate(gate, answer, body, options)
  const { latencyMs, reply, delivery } = await answered.finally(() => {
    memory.add(-body.byteLength)
    endpoint.activity.end('requests')
  })
  // The delay does not block the gate.
  if (latencyMs > 0) {
    const bytes = byteLength(reply ?? [])
    inFlight.enter(connection)
    memory.add(bytes)
    await delay(latencyMs).finally(() => {
      inFlight.leave(connection)
      memory.add(-bytes)
    })
  }
  return { reply, delivery }
}

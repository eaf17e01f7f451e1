import type { FaultTransport } from '../faults/fault.ts'
import { answerBody, type Caller, type EnvelopeOptions } from './envelope.ts'
import { BodyFaults } from './faults/bodyFaults.ts'
import type { Delivery } from './faults/delivery.ts'
import type { AnsweredCall, Gate } from './gate.ts'
import { byteLength, type Reply } from './reply.ts'

/** A reply, and what the transport is to do with it other than to send it. */
export interface SlowAnswer {
  readonly reply: Reply | undefined
  readonly delivery: Delivery | undefined
}

/** What may come between a body and its answer. */
export interface SlowAnswerOptions extends EnvelopeOptions {
  /** calls pass through it; by default there is none */
  readonly gate?: Gate | undefined
}

/**
 * Answers a body where calls have to pass a gate, or things go wrong.
 *
 * @param delay resolves after so many milliseconds, or when nobody waits any more
 */
export async function answerSlowly(
  body: Uint8Array,
  caller: Caller,
  options: SlowAnswerOptions,
  transport: FaultTransport,
  delay: (milliseconds: number) => Promise<unknown>,
): Promise<SlowAnswer> {
  const { endpoint, connection, memory } = caller
  const { gate, inFlight } = options
  const answer = async (heard?: AnsweredCall[]) => {
    // Known no sooner: what goes wrong may change before the gate.
    const { faults: plan } = endpoint
    const faults = plan && new BodyFaults({ plan, endpoint, transport })
    const reply = await answerBody(
      body,
      { ...caller, ...(faults && { faults }), ...(heard && { heard }) },
      options,
    )
    if (faults?.isReadable === false && heard !== undefined) heard.length = 0
    return { reply, delivery: faults?.delivery, latencyMs: faults?.latencyMs ?? 0 }
  }
  memory.add(body.byteLength)
  const answered = gate === undefined ? answer() : gate.pass(answer)
  const { latencyMs, ...slow } = await answered.finally(() => memory.add(-body.byteLength))
  // It is on its way, and holds up nobody else at the gate.
  if (latencyMs > 0) {
    const bytes = byteLength(slow.reply ?? [])
    inFlight.enter(connection)
    memory.add(bytes)
    await delay(latencyMs).finally(() => {
      inFlight.leave(connection)
      memory.add(-bytes)
    })
  }
  return slow
}

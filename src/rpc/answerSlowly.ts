import type { FaultTransport } from '../endpoint/faults/fault.ts'
import { answerBody, type Caller, type EnvelopeOptions } from './envelope.ts'
import { BodyFaults } from './faults/bodyFaults.ts'
import type { Delivery } from './faults/delivery.ts'
import type { AnsweredCall, Gate } from './gate.ts'
import type { Reply } from './reply.ts'

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
 * @param delay resolves after so many milliseconds
 */
export function answerSlowly(
  body: Uint8Array,
  caller: Caller,
  options: SlowAnswerOptions,
  transport: FaultTransport,
  delay: (milliseconds: number) => Promise<unknown>,
): Promise<SlowAnswer> {
  const { endpoint } = caller
  const answer = async (heard?: AnsweredCall[]): Promise<SlowAnswer> => {
    // Known no sooner: what goes wrong may change before the gate.
    const { faults: plan } = endpoint
    const faults = plan && new BodyFaults({ plan, endpoint, transport, delay })
    const reply = await answerBody(
      body,
      { ...caller, ...(faults && { faults }), ...(heard && { heard }) },
      options,
    )
    const delivery = faults?.delivery
    // These never come to the client as they are.
    if (faults?.isSpoiled && heard !== undefined) heard.length = 0
    return { reply, delivery }
  }
  return options.gate === undefined ? answer() : options.gate.pass(answer)
}

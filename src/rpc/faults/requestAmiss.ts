import type { Answer } from '../answer.ts'
import { encodeError } from '../answer.ts'
import { type ErrorObject, toErrorObject } from '../errors.ts'
import type { Reply } from '../reply.ts'
import type { Ask } from './alterAnswer.ts'
import type { BodyFaults } from './bodyFaults.ts'
import { type Delivery, textOf } from './delivery.ts'
import { NetworkError } from './networkError.ts'

/** What a client makes of the response. */
export type Outcome = { readonly result: unknown } | { readonly error: ErrorObject }

/**
 * Asks in the same process, with all that a client would meet on the way over the network.
 *
 * @param ask gives the right answer of an endpoint
 * @throws {NetworkError} where the connection would break, or the client give up waiting
 * @throws {SyntaxError} where the body would be no JSON
 */
export async function requestAmiss(
  faults: BodyFaults,
  method: string,
  params: unknown,
  ask: Ask,
): Promise<Outcome> {
  const call = faults.call(method, params)
  const reply = call.respond('1', await answerOf(() => call.answer(ask)))
  const settled = (await faults.finish(reply)) as Reply
  if (faults.delivery !== undefined) return outcomeOf(faults.delivery)
  return JSON.parse(textOf(settled))
}

async function answerOf(answer: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    return encodeError(toErrorObject(error))
  }
}

function outcomeOf(delivery: Delivery): Outcome {
  if (delivery.kind === 'silence') throw new NetworkError('ETIMEDOUT', 'the request timed out')
  if (delivery.kind !== 'page') throw new NetworkError('ECONNRESET', 'the connection was reset')
  const { status, body } = delivery
  return { error: { code: status, message: `HTTP request failed: ${status}`, data: body } }
}

import type { Answer } from '../answer.ts'
import { encodeError } from '../answer.ts'
import { type ErrorObject, toErrorObject } from '../errors.ts'
import type { Reply } from '../reply.ts'
import type { Ask } from './alterAnswer.ts'
import type { BodyFaults } from './bodyFaults.ts'
import { type Delivery, textOf } from './delivery.ts'
import { NetworkError } from './networkError.ts'

/** What a client makes of the response, or of that there is none. */
export type Outcome =
  | { readonly result: unknown }
  | { readonly error: ErrorObject }
  | { readonly failure: Error }

/**
 * Asks in the same process, with all that a client would meet on the way over the network: a `NetworkError` where the
 * connection would break, or the client give up waiting; a `SyntaxError` where the body would be no JSON.
 *
 * @param faults for which its call has begun
 * @param ask gives the right answer of an endpoint
 */
export async function requestAmiss(faults: BodyFaults, method: string, ask: Ask): Promise<Outcome> {
  const call = faults.call(method, 0)
  const reply = call.respond('1', await answerOf(() => call.answer(ask)))
  const settled = (await faults.finish(reply)) as Reply
  if (faults.delivery !== undefined) return outcomeOf(faults.delivery)
  try {
    return JSON.parse(textOf(settled))
  } catch (error) {
    return { failure: error as SyntaxError }
  }
}

async function answerOf(answer: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    return encodeError(toErrorObject(error))
  }
}

function outcomeOf(delivery: Delivery): Outcome {
  if (delivery.kind === 'silence') {
    return { failure: new NetworkError('ETIMEDOUT', 'the request timed out') }
  }
  if (delivery.kind !== 'page') {
    return { failure: new NetworkError('ECONNRESET', 'the connection was reset') }
  }
  const { status, body } = delivery
  return { error: { code: status, message: `HTTP request failed: ${status}`, data: body } }
}

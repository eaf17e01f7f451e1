import type { ErrorObject } from '../errors.ts'
import { textOf } from '../reply.ts'
import type { Answered } from '../rpcService.ts'
import type { DrawnDelivery } from './delivery.ts'
import { NetworkError } from './networkError.ts'

/** The outcome of a call in process: an answer, or an error. */
export type InProcessOutcome =
  | { readonly result: unknown }
  | { readonly error: ErrorObject }
  | { readonly failure: Error }

/**
 * The outcome for a client in process of what others would get over the network: with a fault a `NetworkError` if the connection would break or the client
 * would time out; a `SyntaxError` if the body would not be JSON.
 */
export function outcomeOf({ reply, delivery }: Answered): InProcessOutcome {
  if (delivery !== undefined) return outcomeOfDelivery(delivery)
  return outcomeOfBody(reply === undefined ? '' : textOf(reply))
}

function outcomeOfBody(body: string): InProcessOutcome {
  try {
    const outcome = JSON.parse(body)
    const isResponse = Object(outcome) === outcome && ('result' in outcome || 'error' in outcome)
    if (isResponse) return outcome
    return { failure: new Error('the response has neither a result nor an error') }
  } catch (error) {
    return { failure: error as SyntaxError }
  }
}

function outcomeOfDelivery(delivery: DrawnDelivery): InProcessOutcome {
  if (delivery.kind === 'silence') {
    return { failure: new NetworkError('ETIMEDOUT', 'the request timed out') }
  }
  if (delivery.kind !== 'page') {
    return { failure: new NetworkError('ECONNRESET', 'the connection was reset') }
  }
  const { status, body } = delivery
  if (status < 300) return outcomeOfBody(body)
  return { error: { code: status, message: `HTTP request failed: ${status}`, data: body } }
}

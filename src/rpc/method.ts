import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Answer } from './answer.ts'
import type { AnswerCache } from './answerCache.ts'

/** What a method answers from. */
export interface MethodContext {
  readonly endpoint: Endpoint
  readonly answers: AnswerCache
  readonly clientVersion: string
}

/**
 * A JSON-RPC method. It answers at once where it can: a promise costs more than most answers do.
 *
 * @param params positional, as they came
 * @throws {RequestError}
 */
export type Method = (
  params: readonly unknown[],
  context: MethodContext,
) => Answer | Promise<Answer>

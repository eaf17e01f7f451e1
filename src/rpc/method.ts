import type { Dialect } from '../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Answer } from './answer.ts'
import type { AnswerCache } from './answerCache.ts'
import type { Discovery } from './discovery.ts'
import type { RunLong } from './longWork.ts'
import type { Subscriptions } from './subscriptions/subscriptions.ts'

/** What a method needs to answer a call. */
export interface MethodContext {
  readonly endpoint: Endpoint
  /** of the API key in the request */
  readonly dialect: Dialect
  readonly answers: AnswerCache
  readonly clientVersion: string
  readonly discovery: Discovery
  readonly logLimits: LogLimits
  readonly runLong: RunLong
  /** of the client's connection; undefined where it cannot carry notifications */
  readonly subscriptions?: Subscriptions | undefined
}

/** Limits of one `eth_getLogs` request. */
export interface LogLimits {
  /** how many blocks its range may have */
  readonly rangeMax: number
  /** how many logs it may return */
  readonly resultsMax: number
  /** how many bytes these may have as JSON */
  readonly bytesMax: number
}

/**
 * A JSON-RPC method. It answers synchronously if it can: a promise would take longer than most answers do.
 *
 * @param params positional, as received
 * @throws {RequestError}
 */
export type Method = (
  params: readonly unknown[],
  context: MethodContext,
) => Answer | Promise<Answer>

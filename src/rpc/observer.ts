import type { Answer } from './answer.ts'
import type { CallNotes } from './callNotes.ts'
import type { RequestErrorCode } from './errors.ts'

/** The outcome of a request; `INJECTED_ERROR` where a fault replaced the response by an error. */
export type CallOutcome = 'ok' | 'INJECTED_ERROR' | RequestErrorCode

/** Receives every request and its outcome, for logs and metrics. */
export interface Observer {
  /**
   * @param key the API key in the request
   * @param method as the client wrote it
   * @param milliseconds from when the request was read to when its response was ready
   * @param params as received: of any size, and possibly with secrets
   * @param answer before faults that change the response
   * @param notes undefined if no method was called
   */
  answered(
    key: string,
    method: string,
    outcome: CallOutcome,
    milliseconds: number,
    params: unknown,
    answer: Answer,
    notes?: CallNotes,
  ): void
  /** No method was called: the body is not JSON or not JSON-RPC, or the transport refused the request. */
  refused(status: number | RequestErrorCode): void
}

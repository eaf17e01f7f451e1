import type { RequestErrorCode } from './errors.ts'

/** What became of a request; `INJECTED_ERROR` where a fault answered it with an error of its own. */
export type Outcome = 'ok' | 'INJECTED_ERROR' | RequestErrorCode

/** Is told of what is asked and answered, and takes no part in it. */
export interface Observer {
  /**
   * @param key the API key under which it was asked
   * @param method as the client wrote it
   * @param milliseconds from when the request was read to when its answer was ready
   */
  answered(key: string, method: string, outcome: Outcome, milliseconds: number): void
  /** A request did not get as far as a method: it is no JSON, or no JSON-RPC, or the transport refused it. */
  refused(status: number | RequestErrorCode): void
}

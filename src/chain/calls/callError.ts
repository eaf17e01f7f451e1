/**
 * A call is invalid or has failed, with geth's message and code. A plain class, because a worker thread sends its fields
 * to the main thread.
 */
export class CallError extends Error {
  /** of JSON-RPC, as geth answers */
  readonly code: number
  /** what a contract reverted with */
  readonly data: Uint8Array | undefined

  constructor(code: number, message: string, data?: Uint8Array) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.data = data
  }
}

/** A call was ended because it took too much time or memory. */
export class CostlyCallError extends CallError {
  constructor(message: string) {
    super(SERVER_ERROR, message)
  }
}

/** The code of errors that have none of their own in geth. */
const SERVER_ERROR = -32000

/** The code of a call that a contract reverted, as in geth. */
export const REVERTED = 3

/** An error that has no code of its own in geth. */
export function callServerError(message: string): CallError {
  return new CallError(SERVER_ERROR, message)
}

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

/** The code of a call that a contract reverted, as in geth. */
export const REVERTED = 3

/** An error that has no code of its own in geth. */
export function serverError(message: string): CallError {
  return new CallError(-32000, message)
}

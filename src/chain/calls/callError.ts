/**
 * A call cannot be run, or has failed, as geth says it. A plain class: it crosses from a worker thread to the main
 * thread by its fields.
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

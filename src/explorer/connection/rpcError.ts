/** The error object of a JSON-RPC response. */
export interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** The server answered a request with an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: ErrorObject) {
    super(message)
    this.code = code
    this.data = data
  }

  /** Whether the endpoint does not serve the method. */
  get isUnknownMethod(): boolean {
    return this.code === -32601
  }
}

/** The connection was lost before the response arrived, so nobody knows whether the server handled the request. */
export class DisconnectedError extends Error {
  override readonly name = 'DisconnectedError'
}

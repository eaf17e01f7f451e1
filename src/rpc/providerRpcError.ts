import type { ErrorObject } from './errors.ts'

/** An error as EIP-1193 defines it. */
export class ProviderRpcError extends Error {
  /** a JSON-RPC code, such as -32602, or 4900 where the endpoint is closed */
  readonly code: number
  /** details, such as a range within the limit */
  readonly data: unknown

  constructor({ code, message, data }: ErrorObject, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderRpcError'
    this.code = code
    this.data = data
  }
}

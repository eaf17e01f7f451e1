import { BRAND, isInstance } from '../primitives/isInstance.ts'
import type { ErrorObject } from './errors.ts'

/** An error as EIP-1193 has it. */
export class ProviderRpcError extends Error {
  /** a number of JSON-RPC, such as -32602; 4900 where the endpoint is closed */
  readonly code: number
  /** what more the error tells, such as a range that would do */
  readonly data: unknown

  constructor({ code, message, data }: ErrorObject, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderRpcError'
    this.code = code
    this.data = data
  }

  /** @internal */
  get [BRAND](): true {
    return true
  }

  /** @internal */
  static override readonly [Symbol.hasInstance] = isInstance
}

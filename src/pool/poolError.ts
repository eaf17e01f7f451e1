import { OmmerError } from '../primitives/errors.ts'

/** Why the pool refuses a transaction. */
export type PoolErrorCode =
  | 'ALREADY_KNOWN'
  | 'NONCE_TOO_LOW'
  | 'NONCE_TOO_HIGH'
  | 'INSUFFICIENT_FUNDS'
  | 'REPLACEMENT_UNDERPRICED'
  | 'UNDERPRICED'
  | 'ADDRESS_RESERVED'
  | 'ACCOUNT_LIMIT'

/** A transaction that the pool does not take, with geth's message (core/txpool/errors.go, core/error.go). */
export class PoolError extends OmmerError {
  declare readonly code: PoolErrorCode

  constructor(code: PoolErrorCode, message: string) {
    super(code, message)
  }
}

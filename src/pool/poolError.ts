import { OmmerError } from '../primitives/errors.ts'

/** Why the pool refuses a transaction. */
export type PoolErrorCode =
  // what was sent is no transaction
  | 'INVALID_ENCODING'
  | 'TYPE_NOT_SUPPORTED'
  // it is not valid by itself
  | 'FEE_CAP_EXCEEDED'
  | 'NOT_REPLAY_PROTECTED'
  | 'OVERSIZED'
  | 'INITCODE_TOO_LARGE'
  | 'GAS_LIMIT_TOO_HIGH'
  | 'EXCEEDS_BLOCK_GAS_LIMIT'
  | 'FEE_OUT_OF_RANGE'
  | 'TIP_ABOVE_FEE_CAP'
  | 'FEE_BELOW_BASE_FEE'
  | 'INVALID_SENDER'
  | 'NONCE_MAX'
  | 'INTRINSIC_GAS'
  | 'FLOOR_DATA_GAS'
  | 'TIP_TOO_LOW'
  | 'NO_AUTHORIZATIONS'
  | 'INVALID_SIDECAR'
  | 'TOO_MANY_BLOBS'
  | 'INVALID_BLOB_PROOF'
  // the state or another transaction forbids it
  | 'ALREADY_KNOWN'
  | 'NONCE_TOO_LOW'
  | 'NONCE_TOO_HIGH'
  | 'INSUFFICIENT_FUNDS'
  | 'REPLACEMENT_UNDERPRICED'
  | 'UNDERPRICED'
  | 'ADDRESS_RESERVED'
  | 'ACCOUNT_LIMIT'
  | 'DELEGATION_LIMIT'
  | 'AUTHORITY_RESERVED'

/** A transaction that the pool does not take, with geth's message (core/txpool/errors.go, core/error.go). */
export class PoolError extends OmmerError {
  declare readonly code: PoolErrorCode

  constructor(code: PoolErrorCode, message: string) {
    super(code, message)
  }
}

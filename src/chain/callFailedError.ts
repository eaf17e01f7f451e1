import { OmmerError } from '../primitives/errors.ts'
import type { Hex } from '../primitives/hex.ts'

/** A call reverted (`CALL_REVERTED`), or failed in another way (`CALL_FAILED`). */
export class CallFailedError extends OmmerError {
  declare readonly code: 'CALL_REVERTED' | 'CALL_FAILED'
  /** the text of Solidity's `require` or `revert`, or the name of a panic; undefined for custom errors */
  readonly reason: string | undefined
  /** DATA: the revert data; undefined unless the call reverted */
  readonly data: Hex | undefined

  constructor(
    message: string,
    revert?: { readonly reason: string | undefined; readonly data: Hex },
  ) {
    super(revert === undefined ? 'CALL_FAILED' : 'CALL_REVERTED', message)
    this.reason = revert?.reason
    this.data = revert?.data
  }
}

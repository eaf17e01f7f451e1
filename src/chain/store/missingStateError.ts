import { OmmerError } from '../../primitives/errors.ts'
import type { Hex } from '../../primitives/hex.ts'

/** The chain does not have the state after a block: it was loaded from files without state, or no longer keeps it. */
export class MissingStateError extends OmmerError {
  /** of the block */
  readonly hash: Hex
  readonly number: number

  constructor({ hash, number }: { readonly hash: Hex; readonly number: number }, reason: string) {
    super('MISSING_STATE', `there is no state of block ${number} (${hash}): ${reason}`)
    this.hash = hash
    this.number = number
  }
}

import { OmmerError } from '../../primitives/errors.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'

/** The chain does not have the state after a block: it was loaded from files from which it cannot be computed. */
export class MissingStateError extends OmmerError {
  /** @internal */
  readonly block: SealedBlock
  /** of the block */
  readonly hash: Hex
  readonly number: number

  constructor(block: SealedBlock, reason: string) {
    const { hash, number } = block
    super('MISSING_STATE', `the state of block ${number} (${hash}) is not available: ${reason}`)
    this.block = block
    this.hash = hash
    this.number = number
  }
}

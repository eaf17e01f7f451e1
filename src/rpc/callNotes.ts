import type { CallInput } from '../chain/calls/call.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'

/** What people are told of a request besides its answer. */
export interface CallNotes {
  /** the input of each call of `console.log` that its code has made, in order; undefined if there was none */
  printed: readonly Uint8Array[] | undefined
  /** what it has run without success; undefined if there was none */
  failed: FailedCall | undefined
}

/** A call that has failed, on the state after a block. */
export interface FailedCall {
  readonly block: SealedBlock
  readonly input: CallInput
}

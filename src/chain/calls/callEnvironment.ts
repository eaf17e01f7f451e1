import type { SealedBlock } from '../encoding/block.ts'
import type { Meter } from '../execution/meter.ts'
import type { Rules } from '../protocol/rules.ts'
import type { AccountChange } from '../state/accountChange.ts'
import type { StoredCode } from '../state/codeStore.ts'
import type { StateBase } from '../state/stateBase.ts'

/**
 * What a call runs on: the state after a block. In the main thread the chain provides it; a worker thread requests each
 * part from the main thread. All reads are synchronous, because the EVM reads state synchronously here.
 */
export interface CallEnvironment {
  readonly rules: Rules
  /** on whose state the call runs */
  readonly block: CallBlock
  readonly state: StateBase
  /** @param name hash of the code in hex without prefix */
  code(name: string): StoredCode | undefined
  /** The hash of the block with a number among `block` and its ancestors, 32 bytes; zeros if there is none. */
  blockHash(number: number): Uint8Array
  /** The root, 32 bytes, of the state after some changes, which are those since the last call; at first since `state`. */
  nextStateRoot(changes: readonly AccountChange[]): Uint8Array
  /** Whether the root that `nextStateRoot` has returned last is the one that every node would compute. */
  hasExactRoot(): boolean
  readonly meter: Meter
  /** Takes what the code of a call prints: the input of each call of `console.log`. */
  print?(printed: readonly Uint8Array[]): void
}

/** The block on whose state a call runs; a value that can be sent to a worker thread. */
export type CallBlock = Pick<SealedBlock, 'number' | 'hash' | 'parentHash' | 'rlp'>

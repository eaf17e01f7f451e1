import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { HeadChange } from '../../endpoint/headListeners.ts'

/** A block that a move of the head has removed from the canonical chain, or added to it. */
export interface HeadEvent {
  readonly block: SealedBlock
  readonly isRemoved: boolean
}

/**
 * What a move of the head does, in the order in which geth reports it to subscriptions and filters: first the removed
 * blocks, then the added ones, both in ascending order (core/blockchain.go, reorg).
 */
export function* headEvents({ removed, added }: HeadChange): Generator<HeadEvent> {
  for (let index = removed.length - 1; index >= 0; index--) {
    yield { block: removed[index] as SealedBlock, isRemoved: true }
  }
  for (const block of added) yield { block, isRemoved: false }
}

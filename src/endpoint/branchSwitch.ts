import type { SealedBlock } from '../chain/encoding/block.ts'
import { indexesInBlock } from '../chain/store/indexesInBlock.ts'
import type { Pause } from '../primitives/yieldToEventLoop.ts'
import type { PendingTransaction } from './endpointPool.ts'
import { EndpointMoveError } from './moveError.ts'

/** The first transactions of each block of a branch, in order. */
export type ChosenTransactions = readonly (readonly PendingTransaction[])[]

/** Options for switching the head to another branch. */
export interface BranchSwitch {
  /** whether the switch removes finalized blocks */
  readonly isViolation: boolean
}

/** Options for switching the head to another branch whose blocks are made if they do not exist. */
export interface GrownBranchSwitch extends BranchSwitch {
  /** how many blocks of the new branch to add */
  readonly length: number
  /** the first transactions of its blocks, on a chain of its own; default: some of those that it replaces */
  readonly chosen?: ChosenTransactions | undefined
  /** is called when the blocks exist, before the head moves */
  readonly beforeMove?: (() => void) | undefined
  readonly pause?: Pause | undefined
}

/**
 * Checks that blocks begin with the transactions that were chosen for them.
 *
 * @throws {EndpointMoveError} INVALID_OPTION if a block could not include one at its index
 */
export function requireChosen(blocks: readonly SealedBlock[], chosen: ChosenTransactions): void {
  for (const [at, transactions] of chosen.entries()) {
    const { number } = blocks[at] as SealedBlock
    const indexes = indexesInBlock(blocks[at] as SealedBlock)
    for (const [index, { hash }] of transactions.entries()) {
      const found = indexes.get(hash)
      if (found === index) continue
      const problem =
        found === undefined
          ? `block ${number} cannot include ${hash}: its nonce does not follow, its sender cannot pay, or the block has no room for it`
          : `block ${number} can include ${hash} only after one with a lower nonce`
      throw new EndpointMoveError('INVALID_OPTION', `transactions[${at}][${index}]: ${problem}`)
    }
  }
}

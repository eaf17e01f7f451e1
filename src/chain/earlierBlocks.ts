import type { Hex } from '../primitives/hex.ts'
import type { SealedBlock } from './encoding/block.ts'
import type { TransactionLocation } from './store/tree.ts'

/** The blocks of a network before the one that a chain was forked from, which are read when somebody asks for them. */
export interface EarlierBlocks {
  /**
   * @returns undefined from the pinned block on
   * @throws {Miss}
   */
  byNumber(number: number): SealedBlock | undefined
  /**
   * @returns undefined if the network has no such block before the pinned one
   * @throws {Miss}
   */
  byHash(hash: Hex): SealedBlock | undefined
  /**
   * @returns undefined if no block before the pinned one has the transaction
   * @throws {Miss}
   */
  transaction(hash: Hex): TransactionLocation | undefined
}

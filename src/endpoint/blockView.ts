import type { Hex } from '../primitives/hex.ts'

/** A block as clients read it, in objects ready for `JSON.stringify`. */
export interface BlockView {
  /**
   * @param options `full`: transactions as objects, not as hashes; `pending`: the block is not yet part of the chain
   */
  block(options: { readonly full: boolean; readonly pending: boolean }): unknown
  /** The header alone, as in notifications of new blocks. */
  header(): unknown
  /** The header alone, with no other fields than it has. */
  ownHeader(): unknown
  /** @param index in the block, from 0; must exist */
  transaction(index: number, options: { readonly pending: boolean }): unknown
  /** @param index in the block, from 0; null if no such uncle exists */
  uncle(index: number): unknown
  readonly uncleCount: number
  receipts(): unknown
  /** @param index of the transaction in the block, from 0; must exist */
  receipt(index: number): unknown
  /** The logs of all receipts, in order. */
  logs(): Iterable<LogView>
}

/** A log, with the fields that filters match. */
export interface LogView {
  readonly address: Hex
  readonly topics: readonly Hex[]
  write(): unknown
}

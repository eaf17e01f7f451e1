import type { Hex } from '../primitives/hex.ts'

/** What clients can ask of a block, as objects ready for `JSON.stringify`. */
export interface BlockView {
  /**
   * @param options `full`: transactions as objects, not as hashes; `pending`: the block is not yet part of the chain
   */
  block(options: { readonly full: boolean; readonly pending: boolean }): unknown
  /** What subscribers to new blocks get: the header alone. */
  header(): unknown
  /** @param index place in the block, from 0; the caller knows that it is there */
  transaction(index: number, options: { readonly pending: boolean }): unknown
  /** @param index place in the block, from 0; null where there is none */
  uncle(index: number): unknown
  readonly uncleCount: number
  receipts(): unknown
  /** @param index place of its transaction in the block, from 0; the caller knows that it is there */
  receipt(index: number): unknown
  /** The logs of all receipts, in their order. */
  logs(): Iterable<LogView>
}

/** A log, by what it is found, and as clients get it. */
export interface LogView {
  readonly address: Hex
  readonly topics: readonly Hex[]
  write(): unknown
}

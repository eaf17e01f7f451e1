import type { Block, Log, Uncle } from '../../chain/encoding/block.ts'

export type DialectName = 'infura' | 'geth'

/**
 * How one kind of provider writes the chain as JSON. The objects are ready for `JSON.stringify`,
 * which leaves out a field that is undefined: one that this block, transaction or dialect does not
 * have.
 */
export interface Dialect {
  readonly name: DialectName
  /**
   * @param options `full`: transactions as objects, not as hashes; `pending`: the block is not yet
   * part of the chain
   */
  block(block: Block, options: { readonly full: boolean; readonly pending: boolean }): object
  /** What subscribers to new blocks get: the header alone. */
  header(block: Block): object
  /** @param index place in the block, from 0; the caller knows that it is there */
  transaction(block: Block, index: number, options: { readonly pending: boolean }): object
  uncle(uncle: Uncle): object
  /**
   * @param index place of its transaction in the block, from 0; the caller knows that it is there
   */
  receipt(block: Block, index: number): object
  /** @param index place of its transaction in the block, from 0 */
  log(block: Block, index: number, log: Log): object
}

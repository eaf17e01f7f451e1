import type { Block } from '../../chain/encoding/block.ts'
import type { ColumnType, Row } from './columns.ts'

/** What a table of a client must contain. */
export interface Expectation {
  readonly name: string
  /** all columns that can be compared; undefined for a table that the user has defined, which may have any */
  readonly columns?: Readonly<Record<string, ColumnType>>
  /** the columns by which rows are told apart, of which a client has at least one; undefined: all are */
  readonly keys?: readonly string[]
  /** the rows of a chain, from its first block on */
  rows(blocks: readonly Block[]): readonly Row[] | Promise<readonly Row[]>
}

/** A table that hunt knows. */
export interface KnownTable extends Expectation {
  /** what its rows are, for people */
  readonly summary: string
  readonly columns: Readonly<Record<string, ColumnType>>
  readonly keys: readonly string[]
  rows(blocks: readonly Block[]): readonly Row[]
}

/**
 * Keeps the rows of each block, which never change.
 *
 * @param rowsOf the rows of one block
 */
export function byBlock(rowsOf: (block: Block) => readonly Row[]): KnownTable['rows'] {
  const known = new WeakMap<Block, readonly Row[]>()
  return (blocks) =>
    blocks.flatMap((block) => {
      const rows = known.get(block) ?? rowsOf(block)
      known.set(block, rows)
      return rows
    })
}

import type { Block } from '../../chain/encoding/block.ts'
import type { ColumnType, Row } from './columns.ts'

/** One of the chains that a client indexes. */
export interface ChainBlocks {
  readonly chainId: number
  /** oldest first */
  readonly blocks: readonly Block[]
}

/** What a table of a client must contain. */
export interface Expectation {
  readonly name: string
  /** all columns that can be compared; undefined for a table that the user has defined, which may have any */
  readonly columns?: Readonly<Record<string, ColumnType>>
  /** the columns by which rows are told apart, of which a client has at least one; undefined: all are */
  readonly keys?: readonly string[]
  /** the rows of all chains, from their first blocks on */
  rows(chains: readonly ChainBlocks[]): readonly Row[] | Promise<readonly Row[]>
}

/** A table that hunt knows. */
export interface KnownTable extends Expectation {
  /** what its rows are, for people */
  readonly summary: string
  readonly columns: Readonly<Record<string, ColumnType>>
  readonly keys: readonly string[]
  rows(chains: readonly ChainBlocks[]): readonly Row[]
}

/**
 * Keeps the rows of each block, which never change.
 *
 * @param rowsOf the rows of one block
 */
export function byBlock(
  rowsOf: (block: Block, chainId: string) => readonly Row[],
): KnownTable['rows'] {
  const known = new WeakMap<Block, readonly Row[]>()
  return (chains) =>
    chains.flatMap(({ chainId, blocks }) =>
      blocks.flatMap((block) => {
        const rows = known.get(block) ?? rowsOf(block, `${chainId}`)
        known.set(block, rows)
        return rows
      }),
    )
}

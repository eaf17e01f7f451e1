import type { Block, SealedBlock } from '../chain/encoding/block.ts'
import { decodeBlockLazily } from '../chain/encoding/decode.ts'
import type { BlockView, LogView } from './blockView.ts'
import { writeHeader } from './dialects/createDialect.ts'
import type { Dialect } from './dialects/dialect.ts'
import { RecordedView } from './recordedView.ts'

/** A decoded block, which can be written in any dialect. */
export type ReadBlock = (dialect: Dialect) => BlockView

/** Decodes a block, unless it was recorded from another node: then its recorded JSON is used. */
export function readBlock(block: SealedBlock): ReadBlock {
  if (block.recorded !== undefined) {
    const view = new RecordedView(block.recorded)
    return () => view
  }
  const decoded = decodeBlockLazily(block)
  return (dialect) => new DialectView(decoded, dialect)
}

class DialectView implements BlockView {
  readonly #block: Block
  readonly #dialect: Dialect

  constructor(block: Block, dialect: Dialect) {
    this.#block = block
    this.#dialect = dialect
  }

  block(options: { readonly full: boolean; readonly pending: boolean }): object {
    return this.#dialect.block(this.#block, options)
  }

  header(): object {
    return this.#dialect.header(this.#block)
  }

  ownHeader(): object {
    return writeHeader(this.#block.hash, this.#block.header)
  }

  transaction(index: number, options: { readonly pending: boolean }): object {
    return this.#dialect.transaction(this.#block, index, options)
  }

  uncle(index: number): object | null {
    const uncle = this.#block.uncles[index]
    return uncle === undefined ? null : this.#dialect.uncle(uncle)
  }

  get uncleCount(): number {
    return this.#block.uncles.length
  }

  receipts(): object[] {
    return this.#block.receipts.map((_, index) => this.receipt(index))
  }

  receipt(index: number): object {
    return this.#dialect.receipt(this.#block, index)
  }

  *logs(): Generator<LogView> {
    const [block, dialect] = [this.#block, this.#dialect]
    for (const [index, { logs }] of block.receipts.entries()) {
      for (const log of logs) {
        const { address, topics } = log
        yield { address, topics, write: () => dialect.log(block, index, log) }
      }
    }
  }
}

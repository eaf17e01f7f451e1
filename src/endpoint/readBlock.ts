import type { SealedBlock } from '../chain/encoding/block.ts'
import { decodeLog } from '../chain/encoding/decode/receipt.ts'
import { decodeBlockLazily, type LazyBlock } from '../chain/encoding/decode.ts'
import { receiptItemsWithoutBlooms } from '../chain/encoding/storedBlock.ts'
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
  return (dialect) => new DialectView(block, decoded, dialect)
}

class DialectView implements BlockView {
  readonly #sealed: SealedBlock
  readonly #block: LazyBlock
  readonly #dialect: Dialect

  constructor(sealed: SealedBlock, block: LazyBlock, dialect: Dialect) {
    this.#sealed = sealed
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
    let logIndex = 0
    // Not from the decoded receipts, which also have blooms, and prices of transactions.
    for (const [index, { logs }] of receiptItemsWithoutBlooms(this.#sealed).entries()) {
      for (const items of logs) {
        const log = decodeLog(items, logIndex++)
        const write = () => dialect.log(block, { index, hash: block.transactionHash(index) }, log)
        yield { ...log, write }
      }
    }
  }
}

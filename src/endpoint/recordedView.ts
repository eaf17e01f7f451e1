import type { Hex } from '../primitives/hex.ts'
import type { BlockView, LogView } from './blockView.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * A block as another node wrote it, which may be invalid or damaged on purpose. So its content is neither changed nor
 * checked.
 */
export class RecordedView implements BlockView {
  readonly #block: unknown
  readonly #transactions: readonly unknown[]
  readonly #receipts: unknown
  readonly #uncles: readonly unknown[]

  /** @param recorded JSON of an object with `block`, `receipts` and `uncles` */
  constructor(recorded: Uint8Array) {
    const { block, receipts, uncles } = JSON.parse(new TextDecoder().decode(recorded))
    this.#block = block ?? null
    this.#transactions = asList(block?.transactions)
    this.#receipts = receipts ?? null
    this.#uncles = asList(uncles)
  }

  block({ full }: { readonly full: boolean }): unknown {
    const block = this.#block
    if (full || !Array.isArray((block as Json | null)?.transactions)) return block
    const hashes = this.#transactions.map(
      (transaction) => (transaction as Json | null)?.hash ?? transaction,
    )
    // The spread keeps the order of the fields.
    return { ...(block as Json), transactions: hashes }
  }

  header(): unknown {
    if (typeof this.#block !== 'object' || this.#block === null) return this.#block
    const { transactions, uncles, withdrawals, size, totalDifficulty, ...header } = this
      .#block as Json
    return header
  }

  ownHeader(): unknown {
    return this.header()
  }

  transaction(index: number): unknown {
    return this.#transactions[index] ?? null
  }

  uncle(index: number): unknown {
    return this.#uncles[index] ?? null
  }

  get uncleCount(): number {
    return asList((this.#block as Json | null)?.uncles).length
  }

  receipts(): unknown {
    return this.#receipts
  }

  receipt(index: number): unknown {
    return asList(this.#receipts)[index] ?? null
  }

  *logs(): Generator<LogView> {
    for (const receipt of asList(this.#receipts)) {
      for (const log of asList((receipt as Json | null)?.logs)) {
        const { address, topics } = Object(log) as { address?: unknown; topics?: unknown }
        yield {
          address: String(address ?? '0x') as Hex,
          topics: asList(topics).map((topic) => String(topic) as Hex),
          write: () => log,
        }
      }
    }
  }
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

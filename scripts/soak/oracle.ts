import { createHash } from 'node:crypto'
import type { Chain } from '../../src/chain/chain.ts'
import type { Block, Log, SealedBlock, Transaction } from '../../src/chain/encoding/block.ts'
import { type DialectName, dialects } from '../../src/endpoint/dialects/dialects.ts'
import type { Hex } from '../../src/primitives/hex.ts'

/** The digest of a response, to compare it with the correct one. */
export type Digest = string

/** As many blocks as the clients of a process use at a time. */
const DECODED_BLOCKS_MAX = 512

/** For how many earlier heads to keep pending blocks: a request may be in flight while blocks are mined. */
const PENDING_BLOCKS_MAX = 64

/**
 * Knows the correct responses without the server: from a chain of this process's own, which is mined in step with the
 * served one, and without the caches of the service. It keeps a digest of each response that it has computed.
 *
 * While blocks are mined, several responses about the head are correct: those that are true of the chain with its head at
 * any height from `floor`, when the request was sent, to `ceiling`, when the response arrived.
 */
export class Oracle {
  readonly chain: Chain
  /** up to this height blocks are known to be served */
  floor: number
  /** no blocks exist above this height */
  ceiling: number
  readonly #digests = new Map<string, Digest>()
  readonly #decoded = new Map<Hex, Block>()
  readonly #pending = new Map<number, Block>()

  private constructor(chain: Chain) {
    this.chain = chain
    this.floor = chain.tree.head.number
    this.ceiling = this.floor
  }

  static async of(chain: Chain): Promise<Oracle> {
    const oracle = new Oracle(chain)
    await oracle.#keepPending()
    return oracle
  }

  /** Prepares for blocks that the server is about to mine. */
  async prepare(count: number): Promise<void> {
    for (let done = 0; done < count; done++) {
      await this.chain.extend(1)
      await this.#keepPending()
    }
    this.ceiling = this.chain.tree.head.number
  }

  /** The server has mined the prepared blocks. */
  settle(): void {
    this.floor = this.ceiling
  }

  async #keepPending(): Promise<void> {
    this.#pending.set(this.chain.tree.head.number, await this.chain.pendingBlock())
    for (const height of this.#pending.keys()) {
      if (this.#pending.size <= PENDING_BLOCKS_MAX) return
      this.#pending.delete(height)
    }
  }

  /** The block of the main branch, as bytes. */
  sealed(number: number): SealedBlock {
    return this.chain.tree.byNumber(number) as SealedBlock
  }

  block(sealed: SealedBlock): Block {
    const kept = this.#decoded.get(sealed.hash)
    if (kept !== undefined) return kept
    const decoded = this.chain.blockByHash(sealed.hash) as Block
    this.#decoded.set(sealed.hash, decoded)
    for (const hash of this.#decoded.keys()) {
      if (this.#decoded.size <= DECODED_BLOCKS_MAX) break
      this.#decoded.delete(hash)
    }
    return decoded
  }

  blockObject(dialect: DialectName, sealed: SealedBlock, full: boolean): Digest {
    return this.#digest(`${dialect} block ${full} ${sealed.hash}`, () =>
      dialects[dialect].block(this.block(sealed), { full, pending: false }),
    )
  }

  transaction(dialect: DialectName, sealed: SealedBlock, index: number): Digest {
    if (index >= transactionCount(sealed)) return nothing
    return this.#digest(`${dialect} transaction ${index} ${sealed.hash}`, () =>
      dialects[dialect].transaction(this.block(sealed), index, { pending: false }),
    )
  }

  receipt(dialect: DialectName, sealed: SealedBlock, index: number): Digest {
    return this.#digest(`${dialect} receipt ${index} ${sealed.hash}`, () =>
      dialects[dialect].receipt(this.block(sealed), index),
    )
  }

  receipts(dialect: DialectName, sealed: SealedBlock): Digest {
    return this.#digest(`${dialect} receipts ${sealed.hash}`, () =>
      this.block(sealed).receipts.map((_, index) =>
        dialects[dialect].receipt(this.block(sealed), index),
      ),
    )
  }

  uncle(dialect: DialectName, sealed: SealedBlock, index: number): Digest {
    return this.#digest(`${dialect} uncle ${index} ${sealed.hash}`, () => {
      const uncle = this.block(sealed).uncles[index]
      return uncle === undefined ? null : dialects[dialect].uncle(uncle)
    })
  }

  /** All matching logs of some blocks, found without blooms. Filters are too many to keep digests for. */
  logs(dialect: DialectName, blocks: readonly SealedBlock[], wants: (log: Log) => boolean): Digest {
    const found = blocks.flatMap((sealed) => {
      const block = this.block(sealed)
      return block.receipts.flatMap(({ logs }, index) => {
        const { hash } = block.transactions[index] as Transaction
        return logs.filter(wants).map((log) => dialects[dialect].log(block, { index, hash }, log))
      })
    })
    return digestOfResult(found)
  }

  /** The candidate for the child of the block at that height. */
  pendingBlock(dialect: DialectName, height: number, full: boolean): Digest {
    return this.#digest(`${dialect} pending ${full} ${height}`, () =>
      dialects[dialect].block(this.#pendingAt(height), { full, pending: true }),
    )
  }

  pendingTransaction(dialect: DialectName, height: number, index: number): Digest {
    return this.#digest(`${dialect} pending transaction ${index} ${height}`, () => {
      const block = this.#pendingAt(height)
      if (index >= block.transactions.length) return null
      return dialects[dialect].transaction(block, index, { pending: true })
    })
  }

  #pendingAt(height: number): Block {
    const block = this.#pending.get(height)
    if (block === undefined) throw new Error(`the pending block above ${height} is no longer kept`)
    return block
  }

  #digest(key: string, write: () => unknown): Digest {
    const kept = this.#digests.get(key)
    if (kept !== undefined) return kept
    const digest = digestOfResult(write())
    this.#digests.set(key, digest)
    return digest
  }
}

export function transactionCount(sealed: SealedBlock): number {
  return sealed.senders.length / 20
}

export function digestOfResult(result: unknown): Digest {
  return digest(`"result":${JSON.stringify(result)}}`)
}

export function digestOfError(code: number, message: string): Digest {
  return digest(`"error":${JSON.stringify({ code, message })}}`)
}

/** @param answer a response, from after its id */
export function digest(answer: string | Uint8Array): Digest {
  return createHash('sha1').update(answer).digest('base64')
}

/** The result of a look-up that finds nothing. */
export const nothing: Digest = digestOfResult(null)

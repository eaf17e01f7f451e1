import type { SealedBlock } from '../chain/encoding/block.ts'
import { storedBytes } from '../chain/encoding/storedBlock.ts'
import type { BlockView } from '../endpoint/blockView.ts'
import type { Dialect } from '../endpoint/dialects/dialect.ts'
import { type ReadBlock, readBlock } from '../endpoint/readBlock.ts'
import { type Answer, encodeResult, nullAnswer } from './answer.ts'

/** The memory that an entry takes in addition to its bytes: its key, its slots in the maps, its object header. */
const ENTRY_BYTES = 256

/** The size of a block without its bytes, as measured. */
const BLOCK_BYTES = 1600

/** How many blocks a client that walks a chain requests at a time, uncles and parents included. */
const READ_BLOCKS_MAX = 16

/**
 * Encoded answers about blocks. A block never changes, so an answer never becomes stale. The cache evicts the blocks that
 * were requested first: encoding an answer again now and then costs less than recording each use.
 */
export class AnswerCache {
  // Not by hash: two blocks of a deliberately invalid chain may have the same.
  readonly #answers = new Map<SealedBlock, Map<string, Answer>>()
  readonly #decoded = new Map<SealedBlock, ReadBlock>()
  readonly #bytesMax: number
  #bytes = 0

  /** @param bytesMax the size of the cache; larger answers are not cached */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** How many bytes are cached. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * @param kind which answer about this block
   * @param write returns the result, ready for `JSON.stringify`; null where the block has no such object
   */
  answer(
    block: SealedBlock,
    dialect: Dialect,
    kind: string,
    write: (view: BlockView) => unknown,
  ): Answer {
    const key = `${dialect.name} ${kind}`
    return this.#answer(block, key, () => write(this.view(block, dialect)))
  }

  /**
   * An answer that is the same in all dialects.
   *
   * @param kind as for `answer`
   * @param write as for `answer`
   */
  sharedAnswer(block: SealedBlock, kind: string, write: () => unknown): Answer {
    return this.#answer(block, kind, write)
  }

  #answer(block: SealedBlock, key: string, write: () => unknown): Answer {
    const kept = this.#answers.get(block)?.get(key)
    if (kept !== undefined) return kept
    const result = write()
    // A client can request any number of indexes that do not exist.
    if (result === null) return nullAnswer
    const answer = encodeResult(result)
    this.#keep(block, key, answer)
    return answer
  }

  #keep(block: SealedBlock, key: string, answer: Answer): void {
    const ofBlock = this.#answers.get(block)
    const added = cost(answer) + (ofBlock === undefined ? keptBytes(block) : 0)
    if (added > this.#bytesMax) return
    if (ofBlock === undefined) this.#answers.set(block, new Map([[key, answer]]))
    else ofBlock.set(key, answer)
    this.#bytes += added
    // A Map iterates in insertion order.
    for (const [oldBlock, oldAnswers] of this.#answers) {
      if (this.#bytes <= this.#bytesMax) return
      this.#answers.delete(oldBlock)
      this.#bytes -= keptBytes(oldBlock)
      for (const old of oldAnswers.values()) this.#bytes -= cost(old)
    }
  }

  /**
   * Decodes a block. That takes far longer than writing one of its transactions, and clients request these one by one,
   * so the last blocks stay decoded.
   */
  view(block: SealedBlock, dialect: Dialect): BlockView {
    const kept = this.#decoded.get(block)
    if (kept !== undefined) return kept(dialect)
    const decoded = readBlock(block)
    this.#decoded.set(block, decoded)
    for (const oldBlock of this.#decoded.keys()) {
      if (this.#decoded.size <= READ_BLOCKS_MAX) break
      this.#decoded.delete(oldBlock)
    }
    return decoded(dialect)
  }
}

/** A block stays in memory as long as an answer about it, even if its endpoint is closed. */
function keptBytes(block: SealedBlock): number {
  return BLOCK_BYTES + storedBytes(block)
}

function cost(answer: Answer): number {
  return Buffer.byteLength(answer) + ENTRY_BYTES
}

import type { SealedBlock } from '../chain/encoding/block.ts'
import type { BlockView } from '../endpoint/blockView.ts'
import type { Dialect } from '../endpoint/dialects/dialect.ts'
import { type ReadBlock, readBlock } from '../endpoint/readBlock.ts'
import { type Answer, encodeResult, nullAnswer } from './answer.ts'

/** What an entry costs beside its bytes: its key and its places in the map and on the heap. */
const ENTRY_BYTES = 256

/** As many blocks as a client walking a chain, uncles and parents included, has in hand at once. */
const READ_BLOCKS_MAX = 16

/**
 * Encoded answers about blocks. Nothing in a block ever changes, so an answer never grows stale. The blocks that were
 * first asked for make room: answers that are still wanted are encoded anew once in a cacheful, which is cheaper than
 * keeping account of every use.
 */
export class AnswerCache {
  // Not by hash: in a chain that is broken on purpose two blocks may have the same.
  readonly #answers = new Map<SealedBlock, Map<string, Answer>>()
  readonly #read = new Map<SealedBlock, ReadBlock>()
  readonly #bytesMax: number
  #bytes = 0

  /** @param bytesMax how much it may hold; an answer larger than that is never kept */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** How much it holds, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * @param form which answer about this block
   * @param write gives the result, ready for `JSON.stringify`; null where there is no such thing
   */
  answer(
    block: SealedBlock,
    dialect: Dialect,
    form: string,
    write: (view: BlockView) => unknown,
  ): Answer {
    const dialectForm = `${dialect.name} ${form}`
    const kept = this.#answers.get(block)?.get(dialectForm)
    if (kept !== undefined) return kept
    const result = write(this.view(block, dialect))
    // Anybody can ask for places that do not exist, without end.
    if (result === null) return nullAnswer
    const answer = encodeResult(result)
    this.#keep(block, dialectForm, answer)
    return answer
  }

  #keep(block: SealedBlock, form: string, answer: Answer): void {
    if (cost(answer) > this.#bytesMax) return
    const ofBlock = this.#answers.get(block)
    if (ofBlock === undefined) this.#answers.set(block, new Map([[form, answer]]))
    else ofBlock.set(form, answer)
    this.#bytes += cost(answer)
    // A Map is walked in the order of insertion.
    for (const [oldBlock, oldAnswers] of this.#answers) {
      if (this.#bytes <= this.#bytesMax) return
      this.#answers.delete(oldBlock)
      for (const old of oldAnswers.values()) this.#bytes -= cost(old)
    }
  }

  /**
   * Reads a block. That costs far more than writing one of its transactions, and clients ask for them one by one: what
   * was read last is kept.
   */
  view(block: SealedBlock, dialect: Dialect): BlockView {
    const kept = this.#read.get(block)
    if (kept !== undefined) return kept(dialect)
    const read = readBlock(block)
    this.#read.set(block, read)
    for (const oldBlock of this.#read.keys()) {
      if (this.#read.size <= READ_BLOCKS_MAX) break
      this.#read.delete(oldBlock)
    }
    return read(dialect)
  }
}

function cost(answer: Answer): number {
  return answer.byteLength + ENTRY_BYTES
}

import type { Block, SealedBlock } from '../chain/block.ts'
import { decodeBlockLazily } from '../chain/decode.ts'
import type { Hex } from '../primitives/hex.ts'
import { type Answer, encodeResult, nullAnswer } from './answer.ts'

/** What an entry costs beside its bytes: its key and its places in the map and on the heap. */
const ENTRY_BYTES = 256

/** As many blocks as a client walking a chain, uncles and parents included, has in hand at once. */
const DECODED_BLOCKS_MAX = 16

/**
 * Encoded answers about blocks. A block's hash stands for all that is in it, so an answer never
 * grows stale. The blocks that were first asked for make room: answers that are still wanted are
 * encoded anew once in a cacheful, which is cheaper than keeping account of every use.
 */
export class AnswerCache {
  readonly #answers = new Map<Hex, Map<string, Answer>>()
  readonly #decoded = new Map<Hex, Block>()
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
   * @param form which answer about this block, in which dialect
   * @param write gives the result, ready for `JSON.stringify`; null where there is no such thing
   */
  answer(block: SealedBlock, form: string, write: (block: Block) => unknown): Answer {
    const kept = this.#answers.get(block.hash)?.get(form)
    if (kept !== undefined) return kept
    const result = write(this.decode(block))
    // Anybody can ask for places that do not exist, without end.
    if (result === null) return nullAnswer
    const answer = encodeResult(result)
    this.#keep(block.hash, form, answer)
    return answer
  }

  #keep(hash: Hex, form: string, answer: Answer): void {
    if (cost(answer) > this.#bytesMax) return
    const ofBlock = this.#answers.get(hash)
    if (ofBlock === undefined) this.#answers.set(hash, new Map([[form, answer]]))
    else ofBlock.set(form, answer)
    this.#bytes += cost(answer)
    // A Map is walked in the order of insertion.
    for (const [oldHash, oldAnswers] of this.#answers) {
      if (this.#bytes <= this.#bytesMax) return
      this.#answers.delete(oldHash)
      for (const old of oldAnswers.values()) this.#bytes -= cost(old)
    }
  }

  /**
   * Reads a block. That costs far more than writing one of its transactions, and clients ask for them one by one: what
   * was read last is kept.
   */
  decode(block: SealedBlock): Block {
    const kept = this.#decoded.get(block.hash)
    if (kept !== undefined) return kept
    const decoded = decodeBlockLazily(block)
    this.#decoded.set(block.hash, decoded)
    for (const hash of this.#decoded.keys()) {
      if (this.#decoded.size <= DECODED_BLOCKS_MAX) break
      this.#decoded.delete(hash)
    }
    return decoded
  }
}

function cost(answer: Answer): number {
  return answer.byteLength + ENTRY_BYTES
}

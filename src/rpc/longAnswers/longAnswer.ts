import { readSpool, removeSpool } from '../../primitives/spoolFile.ts'
import type { SpooledJson } from '../../threads/calls/answers/limitedJson.ts'
import type { MemoryAccount } from '../longWork.ts'

/** In bytes: how much of an answer is shown. */
const SHOWN_BYTES = 2000

const PREFIX = Buffer.from('"result":')
const END = Buffer.from('}')

/**
 * An answer that is too long to be kept in memory. It is read once, from a file, as fast as its client takes it, and must
 * be discarded after that.
 */
export class LongAnswer {
  readonly #json: SpooledJson
  readonly #path: string
  readonly #account: MemoryAccount
  #isDiscarded = false
  /** in bytes */
  readonly length: number

  /** @param account of its client, which counts it until it is discarded */
  constructor(json: SpooledJson, path: string, account: MemoryAccount) {
    this.#json = json
    this.#path = path
    this.#account = account
    this.length = PREFIX.length + json.byteLength + END.length
    account.add(this.length)
  }

  /** Its bytes, as those of an `Answer`. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    yield PREFIX
    let start = 0
    for (const piece of this.#json.pieces) {
      if (typeof piece !== 'number') yield piece
      else {
        yield* readSpool(this.#path, start, piece)
        start += piece
      }
    }
    yield END
  }

  /** Its first bytes, as far as they are in memory: those that logs show. */
  beginning(): Uint8Array {
    const [first] = this.#json.pieces
    const shown = typeof first === 'object' ? [first.subarray(0, SHOWN_BYTES)] : []
    return Buffer.concat([PREFIX, ...shown])
  }

  /** Removes the file. */
  discard(): void {
    if (this.#isDiscarded) return
    this.#isDiscarded = true
    removeSpool(this.#path)
    this.#account.add(-this.length)
  }
}

/** A response whose answer is long. */
export interface LongReply {
  /** what precedes the answer */
  readonly start: string
  readonly answer: LongAnswer
}

export function isLong(reply: object | undefined): reply is LongReply {
  return reply !== undefined && 'answer' in reply
}

/** The size of a reply in bytes. */
export function longLength({ start, answer }: LongReply): number {
  return Buffer.byteLength(start) + answer.length
}

/** The bytes of a reply. */
export async function* longChunks({ start, answer }: LongReply): AsyncGenerator<Uint8Array> {
  yield Buffer.from(start)
  yield* answer.chunks()
}

const CHUNK_BYTES = 1 << 20
/** Chunks double in size, so that a log of a few pieces is small. */
const FIRST_CHUNK_BYTES = 1 << 10
const LENGTH_BYTES = 4

/**
 * Many small pieces of bytes, stored in large chunks: a `Uint8Array` of its own takes 200 bytes more than its content.
 */
export class ByteLog {
  readonly #chunks: Uint8Array[] = []
  /** bytes used of the last chunk */
  #used = 0
  #bytes = 0

  /** How many bytes all pieces have together. */
  get bytes(): number {
    return this.#bytes
  }

  /** @returns where the piece is, for `at` */
  add(piece: Uint8Array): number {
    const size = LENGTH_BYTES + piece.length
    let chunk = this.#chunks.at(-1)
    if (chunk === undefined || this.#used + size > chunk.length) {
      const usual = Math.min(FIRST_CHUNK_BYTES * 2 ** this.#chunks.length, CHUNK_BYTES)
      chunk = new Uint8Array(Math.max(size, usual))
      this.#chunks.push(chunk)
      this.#used = 0
    }
    const start = this.#used
    viewOf(chunk).setUint32(start, piece.length)
    chunk.set(piece, start + LENGTH_BYTES)
    this.#used += size
    this.#bytes += piece.length
    return (this.#chunks.length - 1) * CHUNK_BYTES + start
  }

  /** @param location a result of `add` */
  at(location: number): Uint8Array {
    const chunk = this.#chunks[Math.floor(location / CHUNK_BYTES)] as Uint8Array
    const start = (location % CHUNK_BYTES) + LENGTH_BYTES
    return chunk.subarray(start, start + viewOf(chunk).getUint32(start - LENGTH_BYTES))
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

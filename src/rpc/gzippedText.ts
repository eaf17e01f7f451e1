import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import type { Hex } from '../primitives/hex.ts'
import { answerTooLarge } from './errors.ts'

/** A text that is compressed as it is written, up to a size. */
export class GzippedText {
  readonly #gzip = createGzip()
  readonly #chunks: Buffer[] = []
  readonly #bytesMax: number
  #bytes = 0

  /** @param bytesMax of the compressed text in hex */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
    this.#gzip.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length
      this.#chunks.push(chunk)
    })
  }

  /** How much memory it uses by now. */
  get bytes(): number {
    return this.#bytes
  }

  /** Frees what the compressor holds. To be called in the end, whatever happens. */
  close(): void {
    this.#gzip.destroy()
  }

  /** @throws {RequestError} ANSWER_TOO_LARGE */
  async add(text: string): Promise<void> {
    this.#requireSpace()
    if (!this.#gzip.write(text)) await once(this.#gzip, 'drain')
  }

  /**
   * The compressed text.
   *
   * @throws {RequestError} ANSWER_TOO_LARGE
   */
  async finish(): Promise<Hex> {
    this.#gzip.end()
    await once(this.#gzip, 'end')
    this.#requireSpace()
    return `0x${Buffer.concat(this.#chunks).toString('hex')}`
  }

  #requireSpace(): void {
    if (2 * this.#bytes <= this.#bytesMax) return
    throw answerTooLarge(this.#bytesMax)
  }
}

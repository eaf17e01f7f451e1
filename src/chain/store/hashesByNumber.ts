import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'

/** The hashes of blocks by their numbers. A number has few: one list takes less memory than a set. */
export class HashesByNumber {
  readonly #hashes = new Map<number, Hex | Hex[]>()

  /** In the order in which they were added. */
  of(number: number): readonly Hex[] {
    const hashes = this.#hashes.get(number) ?? []
    return typeof hashes === 'string' ? [hashes] : hashes
  }

  add({ number, hash }: Pick<SealedBlock, 'number' | 'hash'>): void {
    const hashes = this.#hashes.get(number)
    if (hashes === undefined) this.#hashes.set(number, hash)
    else if (typeof hashes === 'string') {
      if (hashes !== hash) this.#hashes.set(number, [hashes, hash])
    } else if (!hashes.includes(hash)) hashes.push(hash)
  }

  delete({ number, hash }: Pick<SealedBlock, 'number' | 'hash'>): void {
    const others = this.of(number).filter((other) => other !== hash)
    if (others.length === 0) this.#hashes.delete(number)
    else this.#hashes.set(number, others)
  }
}

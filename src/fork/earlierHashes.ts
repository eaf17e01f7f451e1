import { RLP } from '@ethereumjs/rlp'
import { encodeHeader } from '../formats/json/seal/encodeHeader.ts'
import { fromHex, type Hex, toHex, toQuantity } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { Miss } from '../primitives/miss.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'
import type { Upstream } from './upstream.ts'
import type { Witness } from './witness/witness.ts'
import { wrongBlock } from './wrongBlock.ts'

/** How many headers are read at once, at most. Code that runs in the next block sees fewer (BLOCKHASH: 256). */
const HEADERS_MAX = 256

/**
 * The hash of a block that the state after the pinned one has stored: 32 bytes, or undefined. May throw a `Miss`.
 */
type StoredHash = (number: number) => Uint8Array | undefined

/** Where hashes are looked up before the node is asked. */
interface Sources {
  readonly stored?: StoredHash
  readonly witness?: Witness | undefined
}

/**
 * The hashes of the blocks before the pinned one. The state proves those that the contract of EIP-2935 has stored; from
 * each header follows the hash of its parent. So none can be wrong.
 */
export class EarlierHashes {
  readonly #upstream: Upstream
  readonly #witness: Witness | undefined
  readonly #stored: StoredHash
  /** by the number of the block */
  readonly #hashes = new Map<number, Hex>()
  #lowest: number

  /** @param pin with the hash of its parent */
  constructor(
    upstream: Upstream,
    pin: { readonly number: number; readonly parentHash: Hex },
    { stored = () => undefined, witness }: Sources = {},
  ) {
    this.#upstream = upstream
    this.#stored = stored
    this.#witness = witness
    this.#lowest = pin.number - 1
    this.#hashes.set(this.#lowest, pin.parentHash)
  }

  /**
   * @param number below that of the pinned block
   * @returns 32 bytes
   * @throws {Miss}
   */
  get(number: number): Uint8Array {
    const hash = this.#hashes.get(number)
    if (hash !== undefined) return fromHex(hash)
    const stored = this.#stored(number)
    if (stored !== undefined) {
      this.#hashes.set(number, toHex(stored))
      return stored
    }
    throw new Miss(`the hash of block ${number}`, () => this.#read(number))
  }

  async #read(number: number): Promise<void> {
    this.#recall(number)
    const count = this.#lowest - number
    if (count > HEADERS_MAX) {
      throw new UpstreamError(
        `the hash of block ${number} would take ${count} headers, of which at most ${HEADERS_MAX} are read`,
      )
    }
    if (count <= 0) return
    this.#upstream.requireOnline(
      `the header of block ${this.#lowest} (for the hash of block ${number})`,
    )
    const numbers = Array.from(
      { length: this.#lowest - number },
      (_, index) => this.#lowest - index,
    )
    const headers = await Promise.all(
      numbers.map((each) => this.#upstream.get('eth_getBlockByNumber', toQuantity(each), false)),
    )
    for (const [index, header] of headers.entries()) {
      const at = numbers[index] as number
      this.#add(at, bytesOf(header, at, this.#upstream))
    }
  }

  /** Goes back as far as the witness has headers. */
  #recall(number: number): void {
    while (this.#lowest > number) {
      const header = this.#witness?.header(this.#lowest, this.#hashes.get(this.#lowest) as Hex)
      if (header === undefined) return
      this.#add(this.#lowest, header)
    }
  }

  /** Adds the hash of the parent of a block, whose own hash is known. */
  #add(number: number, header: Uint8Array): void {
    const hash = this.#hashes.get(number) as Hex
    if (toHex(keccak256(header)) !== hash) {
      throw new UpstreamError(
        `block ${number} is not ${hash}, which the block after it names as its parent`,
      )
    }
    const [parentHash] = RLP.decode(header) as Uint8Array[] as [Uint8Array]
    this.#hashes.set(number - 1, toHex(parentHash))
    this.#lowest = Math.min(this.#lowest, number - 1)
    this.#witness?.add(`header ${number} ${hash} ${toHex(header)}`)
  }
}

/** RLP of a header. */
function bytesOf(header: unknown, number: number, upstream: Upstream): Uint8Array {
  try {
    return encodeHeader('', header)
  } catch (cause) {
    throw upstream.masked(wrongBlock(number, cause))
  }
}

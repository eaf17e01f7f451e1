import type { JsonObject } from '../formats/json/blockJson.ts'
import { encodeHeader } from '../formats/json/seal/encodeHeader.ts'
import { fromHex, type Hex, toHex, toQuantity } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { Miss } from '../primitives/miss.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'
import type { Upstream } from './upstream.ts'
import { wrongBlock } from './wrongBlock.ts'

/** How many headers are read at once, at most. Code that runs in the next block sees fewer (BLOCKHASH: 256). */
const HEADERS_MAX = 256

/**
 * The hash of a block as the state after the pinned one has it: 32 bytes; undefined if it has none. It may throw a `Miss`.
 */
type StoredHash = (number: number) => Uint8Array | undefined

/**
 * The hashes of the blocks before the pinned one. The state proves those that the contract of EIP-2935 has stored; from
 * each header follows the hash of its parent. So none can be wrong.
 */
export class EarlierHashes {
  readonly #upstream: Upstream
  readonly #stored: StoredHash
  /** by the number of the block */
  readonly #hashes = new Map<number, Hex>()
  #lowest: number

  /** @param pin with the hash of its parent */
  constructor(
    upstream: Upstream,
    pin: { readonly number: number; readonly parentHash: Hex },
    stored: StoredHash = () => undefined,
  ) {
    this.#upstream = upstream
    this.#stored = stored
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
    const count = this.#lowest - number
    if (count > HEADERS_MAX) {
      throw new UpstreamError(
        `the hash of block ${number} would take ${count} headers, of which at most ${HEADERS_MAX} are read`,
      )
    }
    const numbers = Array.from({ length: count }, (_, index) => this.#lowest - index)
    const headers = await Promise.all(
      numbers.map((each) => this.#upstream.get('eth_getBlockByNumber', toQuantity(each), false)),
    )
    for (const [index, header] of headers.entries()) {
      const at = numbers[index] as number
      this.#hashes.set(at - 1, parentOf(header, at, this.#hashes.get(at) as Hex))
    }
    this.#lowest = Math.min(this.#lowest, number)
  }
}

/** The hash of the parent of a block, whose own hash is known. */
function parentOf(header: unknown, number: number, hash: Hex): Hex {
  const { parentHash } = Object(header) as JsonObject
  if (hashOf(header, number) === hash) return parentHash as Hex
  throw new UpstreamError(
    `block ${number} is not ${hash}, which the block after it names as its parent`,
  )
}

function hashOf(header: unknown, number: number): Hex {
  try {
    return toHex(keccak256(encodeHeader('', header)))
  } catch (cause) {
    throw wrongBlock(number, cause)
  }
}

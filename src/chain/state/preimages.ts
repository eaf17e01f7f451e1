import { type Hex, toHex } from '../../primitives/hex.ts'
import { type ByteText, toByteText } from './byteText.ts'

/**
 * What the keys of the state's tries are the hashes of. Tries know hashes alone, so whoever wants to tell addresses and
 * slots has to take them down while blocks are run.
 */
export class Preimages {
  readonly #byHash = new Map<ByteText, Hex>()

  /** @param hash keccak of the preimage */
  add(hash: Uint8Array, preimage: Uint8Array): void {
    this.#byHash.set(toByteText(hash), toHex(preimage))
  }

  /** @throws {Error} where it was never taken down */
  of(hash: ByteText): Hex {
    const preimage = this.#byHash.get(hash)
    if (preimage === undefined)
      throw new Error('the state has a key of which only the hash is known')
    return preimage
  }
}

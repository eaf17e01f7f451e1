import { type Hex, toHex } from '../../primitives/hex.ts'
import { type ByteText, toByteText } from './byteText.ts'

/**
 * The addresses and slots behind the hashed keys of the state's tries. Tries contain the hashes alone, so addresses and
 * slots have to be recorded while blocks run.
 */
export class Preimages {
  readonly #byHash = new Map<ByteText, Hex>()

  /** @param hash keccak of the preimage */
  add(hash: Uint8Array, preimage: Uint8Array): void {
    this.set(toByteText(hash), toHex(preimage))
  }

  /** @param hash keccak of the preimage */
  set(hash: ByteText, preimage: Hex): void {
    this.#byHash.set(hash, preimage)
  }

  find(hash: ByteText): Hex | undefined {
    return this.#byHash.get(hash)
  }

  /** @throws {Error} if the preimage was never recorded */
  of(hash: ByteText): Hex {
    const preimage = this.#byHash.get(hash)
    if (preimage === undefined) throw new Error('the state has a key whose preimage is unknown')
    return preimage
  }
}

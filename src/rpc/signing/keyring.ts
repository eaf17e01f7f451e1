import type { Account } from '../../chain/accounts.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import { sign } from '../../primitives/secp256k1.ts'
import { serverError } from '../errors.ts'

/** The accounts that a server signs for. */
export class Keyring {
  readonly #keys: ReadonlyMap<Hex, Hex>

  constructor(accounts: readonly Account[]) {
    this.#keys = new Map(accounts.map(({ address, privateKey }) => [address, privateKey]))
  }

  get addresses(): readonly Hex[] {
    return [...this.#keys.keys()]
  }

  /**
   * Signs as clients expect it: `r`, `s`, and a byte that is 27 or 28.
   *
   * @param address in lower case
   * @param digest 32 bytes
   * @returns 65 bytes
   * @throws {RequestError} SERVER_ERROR, in geth's words, if the key is unknown
   */
  sign(address: Hex, digest: Uint8Array): Uint8Array {
    const { r, s, yParity } = sign(digest, this.keyOf(address))
    return Buffer.concat([r, s, Uint8Array.of(27 + yParity)])
  }

  /**
   * The private key of an account.
   *
   * @param address in lower case
   * @returns 32 bytes
   * @throws {RequestError} SERVER_ERROR, in geth's words, if it is unknown
   */
  keyOf(address: Hex): Uint8Array {
    const key = this.#keys.get(address)
    if (key === undefined) throw serverError('unknown account')
    return fromHex(key)
  }
}

import type { Account } from '../../chain/accounts.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import { serverError } from '../errors.ts'
import { signatureTurns } from './signatureTurns.ts'

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
  async sign(address: Hex, digest: Uint8Array): Promise<Uint8Array> {
    const key = this.keyOf(address)
    // Loaded with the first signature, because most servers sign nothing.
    const { sign } = await import('../../primitives/secp256k1.ts')
    await signatureTurns.begin()
    const { r, s, yParity } = sign(digest, key)
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
    const key = this.find(address)
    if (key === undefined) throw serverError('unknown account')
    return key
  }

  /**
   * The private key of an account; undefined if it is unknown.
   *
   * @param address in lower case
   */
  find(address: Hex): Uint8Array | undefined {
    const key = this.#keys.get(address)
    return key === undefined ? undefined : fromHex(key)
  }
}

import type { Chain } from '../../chain/chain.ts'
import { type AuthorizationEntry, type Block, nonceOf } from '../../chain/encoding/block.ts'
import { fromHex, type Hex, toHex, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { recoverPublicKey } from '../../primitives/secp256k1.ts'

/** The delegation of an account to the code of a contract (EIP-7702). */
export interface Delegation {
  /** DATA, 20 bytes */
  readonly account: Hex
  /** DATA, 20 bytes: address of the contract */
  readonly code: Hex
  /** DATA, 32 bytes: hash of the transaction that sets it */
  readonly transaction: Hex
}

/** Half the order of secp256k1: a signature with a higher `s` is invalid (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** The address that removes a delegation. */
const NO_CODE: Hex = `0x${'00'.repeat(20)}`

/**
 * Finds the first valid delegation. Blocks also contain authorizations that the EVM skips, because they are for another
 * chain or have the wrong nonce, so the nonces of all signers are tracked.
 */
export class DelegationFinder {
  readonly #chainId: bigint
  readonly #nonces = new Map<Hex, bigint>()
  #first: Delegation | undefined

  constructor({ chainId, genesis }: Pick<Chain, 'chainId' | 'genesis'>) {
    this.#chainId = BigInt(chainId)
    for (const { address, nonce } of genesis.accounts) this.#nonces.set(address, nonce)
  }

  get first(): Delegation | undefined {
    return this.#first
  }

  /** Processes the next block of the chain. */
  add({ transactions }: Block): void {
    if (this.#first !== undefined) return
    for (const transaction of transactions) {
      const { from, hash, authorizationList = [] } = transaction
      this.#nonces.set(from, nonceOf(transaction) + 1n)
      for (const entry of authorizationList) this.#authorize(entry, hash)
    }
  }

  #authorize(entry: AuthorizationEntry, transaction: Hex): void {
    const { chainId, address } = entry
    const nonce = nonceOf(entry)
    if (chainId !== 0n && chainId !== this.#chainId) return
    const account = authorityOf(entry)
    if (account === undefined || nonce !== (this.#nonces.get(account) ?? 0n)) return
    this.#nonces.set(account, nonce + 1n)
    if (address !== NO_CODE) this.#first ??= { account, code: address, transaction }
  }
}

/** The signer of an authorization; undefined if the signature is invalid. */
function authorityOf(entry: AuthorizationEntry): Hex | undefined {
  const { chainId, address, yParity, r, s } = entry
  if (s > HALF_ORDER) return undefined
  const fields = [toMinimalBytes(chainId), fromHex(address), toMinimalBytes(nonceOf(entry))]
  const digest = keccak256(Buffer.concat([Uint8Array.of(5), encodeRlp(fields)]))
  try {
    const signature = { r: toMinimalBytes(r), s: toMinimalBytes(s), yParity }
    return toHex(keccak256(recoverPublicKey(digest, signature)).subarray(12))
  } catch {
    return undefined
  }
}

import type { Chain } from '../../chain/chain.ts'
import type { AuthorizationEntry, Block } from '../../chain/encoding/block.ts'
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
  readonly #nonces = new Map<Hex, number>()
  #first: Delegation | undefined

  constructor({ chainId, genesis }: Pick<Chain, 'chainId' | 'genesis'>) {
    this.#chainId = BigInt(chainId)
    for (const { address, nonce } of genesis.accounts) this.#nonces.set(address, Number(nonce))
  }

  get first(): Delegation | undefined {
    return this.#first
  }

  /** Processes the next block of the chain. */
  add({ transactions }: Block): void {
    if (this.#first !== undefined) return
    for (const { from, nonce, hash, authorizationList = [] } of transactions) {
      this.#nonces.set(from, nonce + 1)
      for (const entry of authorizationList) this.#authorize(entry, hash)
    }
  }

  #authorize(entry: AuthorizationEntry, transaction: Hex): void {
    const { chainId, address, nonce } = entry
    if (chainId !== 0n && chainId !== this.#chainId) return
    const account = authorityOf(entry)
    if (account === undefined || nonce !== (this.#nonces.get(account) ?? 0)) return
    this.#nonces.set(account, nonce + 1)
    if (address !== NO_CODE) this.#first ??= { account, code: address, transaction }
  }
}

/** The signer of an authorization; undefined if the signature is invalid. */
function authorityOf({
  chainId,
  address,
  nonce,
  yParity,
  r,
  s,
}: AuthorizationEntry): Hex | undefined {
  if (s > HALF_ORDER) return undefined
  const fields = [toMinimalBytes(chainId), fromHex(address), toMinimalBytes(nonce)]
  const digest = keccak256(Buffer.concat([Uint8Array.of(5), encodeRlp(fields)]))
  try {
    const signature = { r: toMinimalBytes(r), s: toMinimalBytes(s), yParity }
    return toHex(keccak256(recoverPublicKey(digest, signature)).subarray(12))
  } catch {
    return undefined
  }
}

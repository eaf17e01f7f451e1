import { toBigInt, toMinimalBytes } from '../../primitives/hex.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import type { Signature } from '../../primitives/secp256k1.ts'
import type { Transaction } from './block.ts'

/**
 * The signature of a transaction that nobody has signed, because its sender is impersonated. As in Anvil it names the
 * sender, so that the same transaction of two senders has two hashes.
 *
 * @param sender 20 bytes
 */
export function madeUpSignature(sender: Uint8Array): Signature {
  return { r: toMinimalBytes(toBigInt(sender)), s: toMinimalBytes(1n), yParity: 0 }
}

/** Whether nobody has signed a transaction. No signature can name its own signer, so it cannot be mistaken for one. */
export function isImpersonated({ from, r, s }: Pick<Transaction, 'from' | 'r' | 's'>): boolean {
  return s === 1n && r === BigInt(from)
}

/**
 * The same for an encoded transaction, which ends with its signature.
 *
 * @param encoded as in the transactions trie (EIP-2718)
 * @param sender 20 bytes
 */
export function isEncodedImpersonated(encoded: Uint8Array, sender: Uint8Array): boolean {
  if (encoded.at(-1) !== 1) return false
  const r = encodeRlp(madeUpSignature(sender).r)
  return Buffer.compare(encoded.subarray(-1 - r.length, -1), r) === 0
}

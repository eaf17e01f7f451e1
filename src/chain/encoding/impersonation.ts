import { type Hex, toBigInt, toHex, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import type { Signature } from '../../primitives/secp256k1.ts'
import type { Transaction } from './block.ts'
import { toListItem } from './listItem.ts'

/**
 * The signature of a transaction that nobody has signed, because its sender is impersonated. As in Anvil it names the
 * sender, so that the same transaction of two senders has two hashes.
 *
 * @param sender 20 bytes
 */
export function madeUpSignature(sender: Uint8Array): Signature {
  return { r: toMinimalBytes(toBigInt(sender)), s: toMinimalBytes(1n), yParity: 0 }
}

type Signed = Pick<Transaction, 'from' | 'r' | 's'>

/**
 * Whether the signature of a transaction that nobody has signed names its sender, as ommer's (`s` is 1) and Hardhat's (both
 * are the sender) do. No signature can name its own signer, so it cannot be mistaken for one, and the hash of the transaction
 * covers the sender.
 */
export function namesSender({ from, r, s }: Signed): boolean {
  return !lacksSignature({ r, s }) && r === BigInt(from) && (s === 1n || s === r)
}

/** Whether a transaction has no signature at all, as those of Anvil: nothing in its bytes says who has sent it. */
export function lacksSignature({ r, s }: Pick<Signed, 'r' | 's'>): boolean {
  return r === 0n && s === 0n
}

/** Whether nobody has signed a transaction. */
export function isImpersonated(transaction: Signed): boolean {
  return namesSender(transaction) || lacksSignature(transaction)
}

/**
 * Anvil's hash of a transaction without a signature. It covers the sender, too.
 *
 * @param encoded as in the transactions trie (EIP-2718)
 * @param sender 20 bytes
 */
export function anvilHash(encoded: Uint8Array, sender: Uint8Array): Hex {
  return toHex(keccak256(Buffer.concat([toListItem(encoded), sender])))
}

/**
 * Whether ommer has made up the signature of an encoded transaction, which ends with it.
 *
 * @param encoded as in the transactions trie (EIP-2718)
 * @param sender 20 bytes
 */
export function isEncodedImpersonated(encoded: Uint8Array, sender: Uint8Array): boolean {
  if (encoded.at(-1) !== 1) return false
  const r = encodeRlp(madeUpSignature(sender).r)
  return Buffer.compare(encoded.subarray(-1 - r.length, -1), r) === 0
}

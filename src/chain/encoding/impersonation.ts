import { toBigInt, toMinimalBytes } from '../../primitives/hex.ts'
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

import { toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'

/**
 * The address of a contract that is created: 20 bytes.
 *
 * @param salt 32 bytes for CREATE2 (EIP-1014); undefined for CREATE (Yellow Paper 7)
 */
export function createdAddress(
  from: Uint8Array,
  nonce: bigint,
  code: Uint8Array,
  salt: Uint8Array | undefined,
): Uint8Array {
  const preimage =
    salt === undefined
      ? encodeRlp([from, toMinimalBytes(nonce)])
      : Buffer.concat([Uint8Array.of(0xff), from, salt, keccak256(code)])
  return keccak256(preimage).subarray(12)
}

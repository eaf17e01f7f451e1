import { keccak256 } from '../../primitives/keccak.ts'

/** The digest of a message that is signed as text, so that it cannot be a transaction (EIP-191, version 0x45). */
export function hashMessage(message: Uint8Array): Uint8Array {
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`, 'latin1')
  return keccak256(Buffer.concat([prefix, message]))
}

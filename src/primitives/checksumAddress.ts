import { type Hex, toHex } from './hex.ts'
import { keccak256 } from './keccak.ts'

/** Writes an address with a checksum in the case of its letters (EIP-55), as geth does in messages. */
export function checksumAddress(address: Uint8Array): Hex {
  const digits = toHex(address).slice(2)
  const hash = toHex(keccak256(new TextEncoder().encode(digits))).slice(2)
  const letters = [...digits].map((digit, at) =>
    Number.parseInt(hash[at] as string, 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${letters.join('')}`
}

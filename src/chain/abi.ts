/**
 * As much of the Solidity ABI as the generator's own calls need.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */

/** An unsigned integer as a word of 32 bytes. */
export function word(value: bigint | number): Uint8Array {
  return new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
}

/** An address as a word of 32 bytes. */
export function addressWord(address: Uint8Array): Uint8Array {
  const padded = new Uint8Array(32)
  padded.set(address, 12)
  return padded
}

/** A text as the tail of an argument list: its length, then its bytes, filled up to whole words. */
export function textTail(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf8')
  const tail = new Uint8Array(32 + 32 * Math.ceil(bytes.length / 32))
  tail.set(word(bytes.length))
  tail.set(bytes, 32)
  return tail
}

/** A list of addresses as the tail of an argument list: how many, then a word for each. */
export function addressesTail(addresses: readonly Uint8Array[]): Uint8Array {
  return concat([word(addresses.length), ...addresses.map(addressWord)])
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

/** An item of the stack as an address, 20 bytes: its lower bytes. */
export function stackAddress(item: bigint): Uint8Array {
  const hex = BigInt.asUintN(160, item).toString(16).padStart(40, '0')
  return new Uint8Array(Buffer.from(hex, 'hex'))
}

/** The address to whose code an account delegates, 20 bytes; undefined if its code is no delegation (EIP-7702). */
export function delegationOf(code: Uint8Array): Uint8Array | undefined {
  const isDelegation =
    code.length === 23 && code[0] === 0xef && code[1] === 0x01 && code[2] === 0x00
  return isDelegation ? code.subarray(3) : undefined
}

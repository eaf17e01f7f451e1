const words: ReadonlyMap<string, string> = new Map([
  ['contract creation code storage out of gas', 'Out of gas'],
  ['out of gas', 'Out of gas'],
  ['gas uint64 overflow', 'Out of gas'],
  ['max code size exceeded', 'Out of gas'],
  ['invalid jump destination', 'Bad jump destination'],
  ['execution reverted', 'Reverted'],
  ['return data out of bounds', 'Out of bounds'],
  ['stack limit reached 1024 (1023)', 'Out of stack'],
  ['precompiled failed', 'Built-in failed'],
  ['invalid input length', 'Built-in failed'],
])

const beginnings: readonly (readonly [beginning: string, error: string])[] = [
  ['out of gas:', 'Out of gas'],
  ['invalid opcode:', 'Bad instruction'],
  ['stack underflow', 'Stack underflow'],
]

/** An error of geth as Parity words it (geth, eth/tracers/native/call_flat.go). */
export function parityError(error: string): string {
  const known = words.get(error)
  if (known !== undefined) return known
  return beginnings.find(([beginning]) => error.startsWith(beginning))?.[1] ?? error
}

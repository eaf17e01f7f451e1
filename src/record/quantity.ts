/**
 * Reads a QUANTITY, with or without leading zeros.
 *
 * @returns undefined if it is not one, or above 2^53 - 1
 */
export function readQuantity(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[\da-f]{1,64}$/i.test(value)) return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : undefined
}

/** The same without an upper bound. */
export function readBigInt(value: unknown): bigint | undefined {
  const isQuantity = typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)
  return isQuantity ? BigInt(value) : undefined
}

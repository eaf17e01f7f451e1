const WEI_PER_ETHER = 10n ** 18n

/** A quotient with so many bits has the bits of a 64-bit float, and enough to round it. */
const QUOTIENT_BITS = 120

/** An amount in ether as a 64-bit float, rounded to the nearest. */
export function weiToEther(wei: bigint): number {
  const shift = BigInt(Math.max(QUOTIENT_BITS - wei.toString(16).length * 4 + 64, 0))
  const scaled = wei << shift
  const quotient = scaled / WEI_PER_ETHER
  // A last bit that stands for the remainder keeps a tie from being rounded as one.
  const isExact = quotient * WEI_PER_ETHER === scaled
  return Number((quotient << 1n) | (isExact ? 0n : 1n)) / 2 ** (Number(shift) + 1)
}

/** Formats a 64-bit float of at least 1 as Go's `%.2f` does: ties of the exact value go to the even digit. */
export function toTwoDigits(value: number): string {
  if (!Number.isFinite(value)) return '+Inf'
  const whole = Math.floor(value)
  // Exact: from 1 on, a float has at most 52 binary digits after the point.
  const scaled = BigInt((value - whole) * 2 ** 52) * 100n
  const rest = BigInt.asUintN(52, scaled)
  const half = 1n << 51n
  const low = BigInt(whole) * 100n + (scaled >> 52n)
  const isUp = rest > half || (rest === half && low % 2n === 1n)
  const digits = (low + (isUp ? 1n : 0n)).toString()
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

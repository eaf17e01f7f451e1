import { bls12_381 } from '@noble/curves/bls12-381.js'
import { toBigInt } from '../../primitives/hex.ts'

const { ORDER } = bls12_381.fields.Fr

/** How many numbers the field of scalars has: the modulus. */
export const SCALARS = ORDER

/** How many numbers a blob has, and how many bytes each (EIP-4844). */
export const BLOB_SIZE = 4096
const NUMBER_BYTES = 32

/** Generates all numbers but zero. */
const GENERATOR = 7n

/** How many multiplications take about a millisecond. */
const STEP = 1024

/** @returns base^exponent in the field of scalars */
export function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % ORDER
    square = (square * square) % ORDER
  }
  return result
}

/** @param order a power of two */
export function rootOfUnity(order: number): bigint {
  return power(GENERATOR, (ORDER - 1n) / BigInt(order))
}

/** Whether a blob has a number that is not below the modulus. */
export function hasInvalidNumber(blob: Uint8Array): boolean {
  for (let at = 0; at < blob.length; at += NUMBER_BYTES) {
    // The modulus begins with this byte, so most numbers need no more.
    if ((blob[at] as number) < 0x73) continue
    if (toBigInt(blob.subarray(at, at + NUMBER_BYTES)) >= ORDER) return true
  }
  return false
}

let inverseRoots: readonly bigint[] | undefined

/**
 * The coefficients of a blob's polynomial, whose values at the roots of unity the blob has in bit-reversed order: an
 * inverse Fourier transform. Takes some 20 milliseconds; yields about every millisecond.
 */
export function* blobCoefficients(blob: Uint8Array): Generator<void, readonly bigint[]> {
  const values = Array.from({ length: BLOB_SIZE }, (_, index) =>
    toBigInt(blob.subarray(index * NUMBER_BYTES, (index + 1) * NUMBER_BYTES)),
  )
  inverseRoots ??= powersOf(power(rootOfUnity(BLOB_SIZE), ORDER - 2n))
  yield
  for (let half = 1; half < BLOB_SIZE; half *= 2) {
    const stride = BLOB_SIZE / (2 * half)
    for (let index = 0; index < BLOB_SIZE / 2; index++) {
      const offset = index % half
      const low = 2 * (index - offset) + offset
      const factor = inverseRoots[offset * stride] as bigint
      const product = ((values[low + half] as bigint) * factor) % ORDER
      const value = values[low] as bigint
      values[low] = (value + product) % ORDER
      values[low + half] = (value - product + ORDER) % ORDER
      if (index % STEP === 0) yield
    }
  }
  const scale = power(BigInt(BLOB_SIZE), ORDER - 2n)
  return values.map((value) => (value * scale) % ORDER)
}

function powersOf(root: bigint): bigint[] {
  const powers = [1n]
  while (powers.length < BLOB_SIZE / 2) powers.push(((powers.at(-1) as bigint) * root) % ORDER)
  return powers
}

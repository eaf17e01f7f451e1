import { bls12_381 } from '@noble/curves/bls12-381.js'
import { toBigInt, toHex } from '../../primitives/hex.ts'

const { Point: G1 } = bls12_381.G1
const { Fp, Fr } = bls12_381.fields

export type G1Point = InstanceType<typeof G1>

/** In bits: of the digits into which factors are divided. */
const DIGIT = 5

/** The first three bits of a point: whether it is compressed, is infinity, and has the larger y. */
const FLAGS = 0b1110_0000
const SMALLER_Y = 0b1000_0000
const LARGER_Y = 0b1010_0000
const INFINITY = 0b1100_0000
const UNCOMPRESSED = [0, 0b0100_0000]

/**
 * Reads a compressed point of G1 that must be in the subgroup. Takes a millisecond.
 *
 * @param bytes 48
 * @returns the point, or what is wrong with it, in the words of gnark-crypto
 */
export function readG1Point(bytes: Uint8Array): G1Point | string {
  const flags = (bytes[0] as number) & FLAGS
  const x = toBigInt(bytes) & ((1n << 381n) - 1n)
  if (UNCOMPRESSED.includes(flags)) return 'short buffer'
  if (flags === INFINITY) return x === 0n ? G1.ZERO : 'invalid infinity point encoding'
  if (flags !== SMALLER_Y && flags !== LARGER_Y) return 'invalid point encoding'
  if (x >= Fp.ORDER) return 'invalid fp.Element encoding'
  try {
    const point = G1.fromHex(toHex(bytes).slice(2))
    point.assertValidity()
    return point
  } catch (error) {
    return String(error).includes('subgroup')
      ? 'invalid point: subgroup check failed'
      : "invalid compressed coordinate: square root doesn't exist"
  }
}

/**
 * The sum of points, each times a factor (Pippenger's algorithm). Yields after each digit, which takes about ten
 * microseconds for each point.
 *
 * @param factors not negative and below the order
 */
export function* sumOfProducts(
  points: readonly G1Point[],
  factors: readonly bigint[],
): Generator<void, G1Point> {
  const bits = factors.reduce((most, factor) => Math.max(most, factor.toString(2).length), 1)
  const mask = (1n << BigInt(DIGIT)) - 1n
  let sum = G1.ZERO
  for (let digit = Math.ceil(Math.min(bits, Fr.BITS) / DIGIT) - 1; digit >= 0; digit--) {
    const buckets = new Array<G1Point>(1 << DIGIT).fill(G1.ZERO)
    for (const [index, point] of points.entries()) {
      const bucket = Number(((factors[index] as bigint) >> BigInt(digit * DIGIT)) & mask)
      if (bucket > 0) buckets[bucket] = (buckets[bucket] as G1Point).add(point)
    }
    for (let doubling = 0; doubling < DIGIT; doubling++) sum = sum.double()
    sum = sum.add(weighted(buckets))
    yield
  }
  return sum
}

/** The sum of the buckets, each times its index. */
function weighted(buckets: readonly G1Point[]): G1Point {
  let total = G1.ZERO
  let running = G1.ZERO
  for (let index = buckets.length - 1; index > 0; index--) {
    running = running.add(buckets[index] as G1Point)
    total = total.add(running)
  }
  return total
}

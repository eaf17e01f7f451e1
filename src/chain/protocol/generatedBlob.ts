import { bls12_381 } from '@noble/curves/bls12-381.js'
import { fromHex, type Hex, toNumber, toWord } from '../../primitives/hex.ts'
import { sha256 } from '../../primitives/sha256.ts'
import { versionedHash } from './blobHash.ts'
import { BLOB_SIZE, rootOfUnity, SCALARS } from './blobPolynomial.ts'
import { type AffinePoint, mixedSums } from './g1MixedSums.ts'
import type { G1Point } from './g1Sum.ts'
import { G1_MONOMIALS } from './trustedSetup.ts'

// A commitment to arbitrary content needs the whole trusted setup, and takes seconds without a native library. So the
// polynomial of a generated blob is c + X, where c is its number: the commitment is the sum of [c]₁ and [τ]₁, and the quotient
// of every proof is 1. The blob looks random: its content is c plus each of the roots of unity.

const { Point: G1 } = bls12_381.G1
const { Fp } = bls12_381.fields

/** In bits: of the number of a blob, and of the digits for which multiples of the generator are kept. */
const NUMBER_BITS = 48
const DIGIT = 6

/** The first bits of a compressed point: that it is one, and that it has the larger y. */
const COMPRESSED = 0x80
const LARGER_Y = 0x20

/** The fields from which the blobs of a generated transaction follow. Two transactions seldom have the same. */
export interface BlobSource {
  /** DATA, 20 bytes */
  readonly to: Hex | null
  /** in wei per gas */
  readonly maxFeePerGas: bigint
  /** in wei per gas */
  readonly maxPriorityFeePerGas: bigint
  /** in wei per blob gas */
  readonly maxFeePerBlobGas: bigint
}

/** The number of a blob by its index in its transaction: below 2^48. */
export function generatedBlobNumber(source: BlobSource, index: number): number {
  const { to, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas } = source
  const text = [to, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas, index].join('/')
  return toNumber(sha256(Buffer.from(text)).subarray(0, NUMBER_BITS / 8))
}

/** The hashes of the generated blobs of a transaction. */
export function generatedBlobHashes(source: BlobSource, count: number): Uint8Array[] {
  const numbers = Array.from({ length: count }, (_, index) => generatedBlobNumber(source, index))
  return generatedCommitments(numbers).map(versionedHash)
}

/** The points that commitments are sums of, computed with the first. */
interface Points {
  /** [τ]₁ */
  readonly tau: AffinePoint
  /** for each digit of a number, the generator times each of its values but 0 */
  readonly multiples: readonly (readonly AffinePoint[])[]
}

let points: Points | undefined

/**
 * The commitments to blobs, each in less than a tenth of a millisecond.
 *
 * @param numbers of the blobs
 * @returns 48 bytes for each
 */
export function generatedCommitments(numbers: readonly number[]): Uint8Array[] {
  points ??= {
    tau: G1.fromHex(G1_MONOMIALS[1] as string).toAffine(),
    multiples: multiplesOfGenerator(),
  }
  const { tau, multiples } = points
  // Nobody knows τ, so no addend equals the sum of those before it.
  const addends = numbers.map((number) => addendsOf(number, multiples))
  return mixedSums(tau, addends).map(compress)
}

function addendsOf(number: number, multiples: Points['multiples']): AffinePoint[] {
  const addends: AffinePoint[] = []
  let rest = number
  for (const values of multiples) {
    const digit = rest % 2 ** DIGIT
    if (digit > 0) addends.push(values[digit - 1] as AffinePoint)
    rest = Math.floor(rest / 2 ** DIGIT)
  }
  return addends
}

function multiplesOfGenerator(): AffinePoint[][] {
  let unit: G1Point = G1.BASE
  return Array.from({ length: NUMBER_BITS / DIGIT }, () => {
    const values = [unit]
    while (values.length < 2 ** DIGIT) values.push((values.at(-1) as G1Point).add(unit))
    unit = values.pop() as G1Point
    const inverses = Fp.invertBatch(values.map(({ Z }) => Z))
    return values.map((value, index) => value.toAffine(inverses[index]))
  })
}

/** As `point.toBytes()`, which also verifies that the point is in the subgroup: that takes ten times as long. */
function compress({ x, y }: AffinePoint): Uint8Array {
  const bytes = fromHex(`0x${x.toString(16).padStart(96, '0')}`)
  bytes[0] = (bytes[0] as number) | COMPRESSED | (y > Fp.ORDER / 2n ? LARGER_Y : 0)
  return bytes
}

/** The proof of every generated blob (`compute_blob_kzg_proof` of EIP-4844): the quotient of its polynomial is 1. */
export const GENERATED_BLOB_PROOF: Uint8Array = fromHex(`0x${G1_MONOMIALS[0]}`)

let roots: readonly bigint[] | undefined

/** The content of a blob: 131,072 bytes. */
export function generatedBlob(number: number): Uint8Array {
  roots ??= rootsInOrder()
  const numbers = roots.map((root) => toWord((root + BigInt(number)) % SCALARS).slice(2))
  return fromHex(`0x${numbers.join('')}`)
}

/** The roots of unity in bit-reversed order, as blobs have the values at them. */
function rootsInOrder(): bigint[] {
  const root = rootOfUnity(BLOB_SIZE)
  const ordered = new Array<bigint>(BLOB_SIZE)
  let power = 1n
  for (let exponent = 0; exponent < BLOB_SIZE; exponent++) {
    let reversed = 0
    for (let bit = 1; bit < BLOB_SIZE; bit *= 2) {
      reversed = 2 * reversed + ((exponent & bit) === 0 ? 0 : 1)
    }
    ordered[reversed] = power
    power = (power * root) % SCALARS
  }
  return ordered
}

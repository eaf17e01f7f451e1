import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '../../primitives/sha256.ts'
import { blobCoefficients, power, rootOfUnity } from './blobPolynomial.ts'
import { type G1Point, readG1Point, sumOfProducts } from './g1Sum.ts'
import { G1_MONOMIALS, TAU_64_G2 } from './trustedSetup.ts'

const { Point: G1 } = bls12_381.G1
const { Point: G2 } = bls12_381.G2
const { Fr, Fp12 } = bls12_381.fields
const { ORDER } = Fr

/** Into how many cells an extended blob is divided, and how many numbers each has (EIP-7594). */
const CELLS = 128
const CELL_SIZE = 64

/** Random factors of so many bits make a wrong proof pass with a probability of 1 in 2^128. */
const FACTOR_BYTES = 16

/** The points of the trusted setup, decoded with the first proof, because that takes a tenth of a second. */
interface Setup {
  readonly monomials: readonly G1Point[]
  readonly tau64: InstanceType<typeof G2>
}

let setup: Setup | undefined

/**
 * Verifies the proofs of all cells of blobs (`verify_cell_kzg_proof_batch` of EIP-7594), in one pairing: it adds up the
 * equations of the cells with factors that follow from the input. The cells themselves are not computed: what a blob's
 * polynomial is on the domain of a cell is its remainder modulo X⁶⁴ - h⁶⁴, which follows from its coefficients.
 *
 * A blob takes a third of a second. The generator yields at least every few milliseconds.
 *
 * @param blobs each 131,072 bytes, whose numbers are valid
 * @param commitments each 48 bytes, one for each blob
 * @param proofs each 48 bytes, 128 for each blob
 * @returns what is wrong, in the words of go-eth-kzg; undefined if nothing is
 */
export function* verifyCellProofs(
  blobs: readonly Uint8Array[],
  commitments: readonly Uint8Array[],
  proofs: readonly Uint8Array[],
): Generator<void, string | undefined> {
  const points: G1Point[] = []
  for (const bytes of [...commitments, ...proofs]) {
    const point = readG1Point(bytes)
    if (typeof point === 'string') return point
    points.push(point)
    yield
  }
  setup ??= yield* decodeSetup()
  const proofPoints = points.slice(commitments.length)
  const factors = randomFactors(blobs, commitments, proofs)
  const shifts = cosetShifts()
  const sum = yield* sumOfProducts(proofPoints, factors)
  const { remainder, commitmentFactors } = yield* addRemainders(blobs, factors, shifts)
  const other = yield* sumOfProducts(
    [...points, ...setup.monomials],
    [
      ...commitmentFactors,
      ...factors.map((factor, index) => (factor * (shifts[index % CELLS] as bigint)) % ORDER),
      ...remainder.map((each) => (ORDER - each) % ORDER),
    ],
  )
  const product = bls12_381.pairingBatch(
    [
      { g1: sum, g2: setup.tau64 },
      { g1: other.negate(), g2: G2.BASE },
    ].filter(({ g1 }) => !g1.is0()),
  )
  return Fp12.eql(product, Fp12.ONE) ? undefined : "can't verify opening proof"
}

function* decodeSetup(): Generator<void, Setup> {
  const monomials: G1Point[] = []
  for (const hex of G1_MONOMIALS) {
    monomials.push(G1.fromHex(hex))
    yield
  }
  return { monomials, tau64: G2.fromHex(TAU_64_G2) }
}

/** One factor for each proof. They depend on all input, so that nobody can choose proofs that fit them. */
function randomFactors(...input: readonly (readonly Uint8Array[])[]): bigint[] {
  const digests = input.map((list) => sha256(Buffer.concat(list)))
  const [, , proofs = []] = input
  return proofs.map((_, index) => {
    const at = new Uint8Array(4)
    new DataView(at.buffer).setUint32(0, index)
    const digest = sha256(Buffer.concat([...digests, at])).subarray(0, FACTOR_BYTES)
    return BigInt(`0x${Buffer.from(digest).toString('hex')}`)
  })
}

/** For each cell h⁶⁴, where h times the 64th roots of unity are its domain. */
function cosetShifts(): bigint[] {
  const root = rootOfUnity(CELLS)
  return Array.from({ length: CELLS }, (_, cell) => {
    const reversed = Number.parseInt(
      cell.toString(2).padStart(7, '0').split('').reverse().join(''),
      2,
    )
    return power(root, BigInt(reversed))
  })
}

interface Remainders {
  /** the coefficients of the sum of the cells' polynomials, each with its factor */
  readonly remainder: readonly bigint[]
  /** for each blob, the sum of the factors of its cells */
  readonly commitmentFactors: readonly bigint[]
}

function* addRemainders(
  blobs: readonly Uint8Array[],
  factors: readonly bigint[],
  shifts: readonly bigint[],
): Generator<void, Remainders> {
  const remainder = new Array<bigint>(CELL_SIZE).fill(0n)
  const commitmentFactors: bigint[] = []
  for (const [index, blob] of blobs.entries()) {
    const coefficients = yield* blobCoefficients(blob)
    const powers = factors.slice(index * CELLS, (index + 1) * CELLS)
    commitmentFactors.push(sumOf(powers))
    for (let start = 0; start < coefficients.length; start += CELL_SIZE) {
      const factor = sumOf(powers)
      for (let at = 0; at < CELL_SIZE; at++) {
        const added = (coefficients[start + at] as bigint) * factor
        remainder[at] = ((remainder[at] as bigint) + added) % ORDER
      }
      for (const [cell, shift] of shifts.entries()) {
        powers[cell] = ((powers[cell] as bigint) * shift) % ORDER
      }
      yield
    }
  }
  return { remainder, commitmentFactors }
}

function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n) % ORDER
}

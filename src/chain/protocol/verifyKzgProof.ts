import { bls12_381 } from '@noble/curves/bls12-381.js'

// A library of KZG has a trusted setup of several hundred kilobytes for blobs. A proof needs one point of it, and the
// pairing of a library that @ethereumjs loads anyway.

const { Point: G1 } = bls12_381.G1
const { Point: G2 } = bls12_381.G2
const { Fr, Fp12 } = bls12_381.fields

/** The point [τ]₂ of the KZG ceremony of Ethereum: the second of `g2_monomial` in the trusted setup of EIP-4844. */
const TAU_G2 =
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72' +
  '185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2'

/** Decoded with the first proof, because that takes milliseconds. */
let tau: InstanceType<typeof G2> | undefined

/**
 * Verifies that a polynomial has the value `y` at `z` (`verify_kzg_proof` of EIP-4844): e(C - [y]₁, G₂) = e(π, [τ - z]₂).
 *
 * @param commitment to the polynomial: a point in hex
 * @param z in hex, 32 bytes
 * @param y in hex, 32 bytes
 * @param proof a point in hex
 * @throws {Error} with `C_KZG_BADARGS`, which @ethereumjs looks for, where one is no valid point or number
 */
export function verifyKzgProof(commitment: string, z: string, y: string, proof: string): boolean {
  const at = readField(z)
  const value = readField(y)
  const difference = readPoint(commitment).subtract(timesGenerator(G1, value))
  tau ??= G2.fromHex(TAU_G2)
  const divisor = tau.subtract(timesGenerator(G2, at))
  const product = bls12_381.pairingBatch(
    [
      { g1: difference, g2: G2.BASE },
      { g1: readPoint(proof).negate(), g2: divisor },
    ].filter(({ g1, g2 }) => !g1.is0() && !g2.is0()),
  )
  return Fp12.eql(product, Fp12.ONE)
}

/** The library multiplies by no zero. */
function timesGenerator<Point extends { multiply(factor: bigint): Point }>(
  { BASE, ZERO }: { readonly BASE: Point; readonly ZERO: Point },
  factor: bigint,
): Point {
  return factor === 0n ? ZERO : BASE.multiply(factor)
}

function readField(hex: string): bigint {
  const value = BigInt(hex)
  if (hex.length !== 66 || value >= Fr.ORDER) {
    throw badArguments('a number is not of 32 bytes or not below the modulus')
  }
  return value
}

function readPoint(hex: string) {
  try {
    const point = G1.fromHex(hex.slice(2))
    // Also that it is in the subgroup.
    point.assertValidity()
    return point
  } catch (error) {
    throw badArguments(String(error))
  }
}

function badArguments(problem: string): Error {
  return new Error(`C_KZG_BADARGS: ${problem}`)
}

import { toBigInt } from '../../../primitives/hex.ts'

/** The most bytes of each number from Osaka on (EIP-7823). */
const LENGTH_MAX = 1024n

/** The lengths of base, exponent and modulus come first. */
const HEADER = 96

/**
 * geth's message if a number of the input of MODEXP is too long under the rules of Osaka. The EVM runs out of gas
 * instead, geth only if the gas is not there, which it takes first (EIP-7883).
 *
 * @param gas that the contract had
 * @returns undefined if it ran out of gas
 */
export function modexpFailure(data: Uint8Array, gas: bigint): string | undefined {
  const [baseLength, exponentLength, modulusLength] = [0, 32, 64].map((at) =>
    toBigInt(padded(data, at, 32)),
  ) as [bigint, bigint, bigint]
  const longest = baseLength > modulusLength ? baseLength : modulusLength
  if (longest <= LENGTH_MAX && exponentLength <= LENGTH_MAX) return undefined
  const words = (longest + 7n) / 8n
  const complexity = longest <= 32n ? 16n : 2n * words * words
  const cost = complexity * iterations(data, baseLength, exponentLength)
  return gas < cost ? undefined : 'one or more of base/exponent/modulus length exceeded 1024 bytes'
}

/** 16 for each byte of the exponent after the first 32, and the bits of these after their first. */
function iterations(data: Uint8Array, baseLength: bigint, exponentLength: bigint): bigint {
  const rest = exponentLength > 32n ? exponentLength - 32n : 0n
  const headLength = Number(exponentLength - rest)
  const isInData = baseLength < BigInt(data.length)
  const head = isInData ? toBigInt(padded(data, HEADER + Number(baseLength), headLength)) : 0n
  const bits = head === 0n ? 0 : head.toString(2).length - 1
  const count = 16n * rest + BigInt(bits)
  return count > 0n ? count : 1n
}

/** Bytes of the input; those that are missing count as zeros. */
function padded(data: Uint8Array, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes.set(data.subarray(at, at + length))
  return bytes
}

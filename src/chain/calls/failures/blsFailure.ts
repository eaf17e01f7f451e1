import { toBigInt } from '../../../primitives/hex.ts'

/** The prime of the field of BLS12-381, and the order of its subgroups (EIP-2537). */
const PRIME =
  0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn
const ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n

/** The bytes of a field element in input: 16 zeros and 48 of the number. */
const ELEMENT = 64

type Part = 'g1' | 'g2' | 'scalar' | 'element'

/** What the input of each contract consists of, once or repeatedly. */
const inputs: Readonly<
  Record<string, { readonly parts: readonly Part[]; readonly repeats: boolean }>
> = {
  '0b': { parts: ['g1', 'g1'], repeats: false },
  '0c': { parts: ['g1', 'scalar'], repeats: true },
  '0d': { parts: ['g2', 'g2'], repeats: false },
  '0e': { parts: ['g2', 'scalar'], repeats: true },
  '0f': { parts: ['g1', 'g2'], repeats: true },
  '10': { parts: ['element'], repeats: false },
  '11': { parts: ['element', 'element'], repeats: false },
}

const sizes: Readonly<Record<Part, number>> = {
  g1: 2 * ELEMENT,
  g2: 4 * ELEMENT,
  scalar: 32,
  element: ELEMENT,
}

/**
 * Why a precompiled contract of BLS12-381 refused its input, in the words of geth. A point that is in no subgroup is the
 * reason only if no other point is wrong, because finding it takes as long as the contract itself.
 *
 * @param name the last byte of its address, in hex
 * @returns undefined if it is no such contract
 */
export function blsFailure(name: string, data: Uint8Array): string | undefined {
  const input = inputs[name]
  if (input === undefined) return undefined
  const { parts, repeats } = input
  const size = parts.reduce((sum, part) => sum + sizes[part], 0)
  const isWhole = repeats ? data.length > 0 && data.length % size === 0 : data.length === size
  if (!isWhole) return 'invalid input length'
  for (let at = 0; at < data.length; ) {
    for (const part of parts) {
      const problem = problemOf(part, data.subarray(at, at + sizes[part]))
      if (problem !== undefined) return problem
      at += sizes[part]
    }
  }
  // All points are on their curves, so one of them is in no subgroup.
  return name === '0c' || (name === '0f' && hasForeignG1(data))
    ? 'g1 point is not on correct subgroup'
    : 'g2 point is not on correct subgroup'
}

function problemOf(part: Part, data: Uint8Array): string | undefined {
  if (part === 'scalar') return undefined
  const elements: bigint[] = []
  for (let at = 0; at < data.length; at += ELEMENT) {
    if (data.subarray(at, at + 16).some((byte) => byte !== 0)) {
      return 'invalid field element top bytes'
    }
    const element = toBigInt(data.subarray(at + 16, at + ELEMENT))
    if (element >= PRIME) return 'invalid fp.Element encoding'
    elements.push(element)
  }
  return part === 'element' || isOnCurve(elements) ? undefined : 'invalid point: not on curve'
}

/** y² = x³ + 4, in the second group y² = x³ + 4(1 + u) with u² = -1; all zeros are the point at infinity. */
function isOnCurve(elements: readonly bigint[]): boolean {
  if (elements.every((element) => element === 0n)) return true
  if (elements.length === 2) {
    const [x, y] = elements as [bigint, bigint]
    return (y * y - x * x * x - 4n) % PRIME === 0n
  }
  const [a, b, c, d] = elements as [bigint, bigint, bigint, bigint]
  const real = c * c - d * d - (a * a * a - 3n * a * b * b + 4n)
  const imaginary = 2n * c * d - (3n * a * a * b - b * b * b + 4n)
  return real % PRIME === 0n && imaginary % PRIME === 0n
}

/** Whether the first point of a pair is not in the subgroup. */
function hasForeignG1(data: Uint8Array): boolean {
  for (let at = 0; at < data.length; at += sizes.g1 + sizes.g2) {
    const x = toBigInt(data.subarray(at, at + ELEMENT))
    const y = toBigInt(data.subarray(at + ELEMENT, at + 2 * ELEMENT))
    if ((x !== 0n || y !== 0n) && !isInSubgroup(x, y)) return true
  }
  return false
}

/** Whether a point times the order is the point at infinity, computed in Jacobian coordinates. */
function isInSubgroup(x: bigint, y: bigint): boolean {
  let sum: Point = [x, y, 1n]
  for (const bit of ORDER.toString(2).slice(1)) {
    sum = double(sum)
    if (bit === '1') sum = add(sum, x, y)
  }
  return sum[2] === 0n
}

type Point = readonly [x: bigint, y: bigint, z: bigint]

/** https://hyperelliptic.org/EFD/g1p/auto-shortw-jacobian-0.html#doubling-dbl-2009-l */
function double([x, y, z]: Point): Point {
  const a = modulo(x * x)
  const b = modulo(y * y)
  const c = modulo(b * b)
  const d = modulo(2n * ((x + b) * (x + b) - a - c))
  const e = 3n * a
  const newX = modulo(e * e - 2n * d)
  return [newX, modulo(e * (d - newX) - 8n * c), modulo(2n * y * z)]
}

/** Adds a point that is not at infinity. */
function add(point: Point, x: bigint, y: bigint): Point {
  const [x1, y1, z1] = point
  if (z1 === 0n) return [x, y, 1n]
  const zz = modulo(z1 * z1)
  const h = modulo(x * zz - x1)
  const r = modulo(y * z1 * zz - y1)
  if (h === 0n) return r === 0n ? double(point) : [1n, 1n, 0n]
  const hh = modulo(h * h)
  const hhh = modulo(h * hh)
  const v = modulo(x1 * hh)
  const newX = modulo(r * r - hhh - 2n * v)
  return [newX, modulo(r * (v - newX) - y1 * hhh), modulo(z1 * h)]
}

function modulo(value: bigint): bigint {
  const remainder = value % PRIME
  return remainder < 0n ? remainder + PRIME : remainder
}

import { mix32 } from '../../../primitives/random.ts'

/** Something to choose from. */
interface Candidate {
  readonly name: string
  /** a whole number above 0 */
  readonly weight: number
}

/**
 * Chooses by weight such that adding a candidate replaces some choices by the new one, but never by another: each
 * candidate has an exponentially distributed waiting time, drawn from its name and the ticket and divided by its
 * weight, and the shortest wins.
 *
 * @param candidates at least one
 * @param ticket a random number of 32 bits for this index of the block
 */
export function selectKind<C extends Candidate>(candidates: readonly C[], ticket: number): C {
  let winner = candidates[0] as C
  let shortest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const time = waitingTime(mix32(ticket ^ hashName(candidate.name))) / candidate.weight
    if (time < shortest || (time === shortest && candidate.name < winner.name)) {
      shortest = time
      winner = candidate
    }
  }
  return winner
}

/** FNV-1a, 32 bits. */
function hashName(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  }
  return hash
}

const TABLE_BITS = 10
const REST_BITS = 31 - TABLE_BITS
const FRACTION_BITS = 24

/** Logarithms to base 2 of 1 to 2 in equal steps, in units of 2^-24. */
const LOGARITHMS = Array.from({ length: 2 ** TABLE_BITS + 1 }, (_, index) =>
  logarithm(2 ** TABLE_BITS + index),
)

/**
 * -log2(uniform / 2^32), in units of 2^-24. It uses whole numbers only, because the rounding of Math.log depends on the
 * JavaScript engine, and the choice must not.
 *
 * @param uniform 32 random bits
 */
function waitingTime(uniform: number): number {
  const zeros = Math.clz32(uniform | 1)
  // The bits after the highest one that is set, shifted to the top: the first ones index the table.
  const mantissa = ((uniform | 1) << zeros) & 0x7fffffff
  const index = mantissa >>> REST_BITS
  const rest = mantissa & (2 ** REST_BITS - 1)
  const low = LOGARITHMS[index] as number
  const step = (LOGARITHMS[index + 1] as number) - low
  return (zeros + 1) * 2 ** FRACTION_BITS - low - Math.floor((step * rest) / 2 ** REST_BITS)
}

/** log2(value / 2^TABLE_BITS) in units of 2^-24, bit by bit: squaring a number doubles its logarithm. */
function logarithm(value: number): number {
  if (value === 2 ** (TABLE_BITS + 1)) return 2 ** FRACTION_BITS
  let square = value * 2 ** (25 - TABLE_BITS)
  let result = 0
  for (let bit = 0; bit < FRACTION_BITS; bit++) {
    square = Math.floor((square * square) / 2 ** 25)
    const isAboveTwo = square >= 2 ** 26
    if (isAboveTwo) square = Math.floor(square / 2)
    result = 2 * result + (isAboveTwo ? 1 : 0)
  }
  return result
}

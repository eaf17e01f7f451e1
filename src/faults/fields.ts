import * as v from 'valibot'
import {
  checkedBy,
  described,
  nonEmptyString,
  pair,
  show,
  wanted,
  wholeNumber,
} from '../primitives/input.ts'
import { TIMER_MS_MAX } from '../primitives/timers.ts'

// Fields that several kinds of fault share.

/**
 * Two numbers in a list, the first no larger than the second.
 *
 * @param format describes them in the error
 */
export function ascendingPair<
  const Low extends v.GenericSchema<number>,
  const High extends v.GenericSchema<number>,
>(low: Low, high: High, format: string) {
  return v.pipe(
    pair(low, high, format),
    v.check(
      ([one, other]) => one <= other,
      ({ input: [one, other] }) => `the first number, ${one}, is greater than the second, ${other}`,
    ),
  )
}

const delay = wholeNumber(0, TIMER_MS_MAX)

const delays = described(
  ascendingPair(delay, delay, '[low, high], such as [5, 10]'),
  '[low, high], both included; each delay is drawn from the seed',
)

const noDelay = v.custom<never>(() => false, wanted('a number of milliseconds, or [low, high]'))

/** A delay, or its bounds, both included: then each delay is drawn from the seed. */
export const milliseconds = checkedBy(v.union([delay, delays]), (value) => {
  if (Array.isArray(value)) return delays
  return typeof value === 'number' ? delay : noDelay
})

export type Milliseconds = v.InferOutput<typeof milliseconds>

/** JSON-RPC allows servers any code; clients read codes as integers of at most 64 bits. */
export const errorCode = wholeNumber(Number.MIN_SAFE_INTEGER)

export const errorMessage = nonEmptyString

/** How deep JSON may be nested: what writes it down calls itself for each level. */
const LEVELS_MAX = 100

/** Any JSON value. */
export const json = v.pipe(
  v.unknown(),
  v.check(isJson, ({ input }) => `${show(input)} is no JSON`),
  v.check((value) => !isDeeper(value, LEVELS_MAX), `want JSON of at most ${LEVELS_MAX} levels`),
)

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1))
}

/** Functions, bigints and circular objects are not JSON. */
function isJson(value: unknown): boolean {
  if (value === undefined) return true
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

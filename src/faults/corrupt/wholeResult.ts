import type { Random } from '../../primitives/random.ts'
import type { SingleValue } from '../target.ts'
import { changedValue } from './changedValue.ts'
import { describeChange } from './describeChange.ts'

export type WholeResult = SingleValue

/** The results that are single values, to which no path leads. */
export const wholeResults = [
  'balance',
  'nonce',
  'code',
  'storage',
  'callResult',
  'gasEstimate',
  'gasPrice',
] as const satisfies readonly WholeResult[]

/** A wrong value for a result that is a single value. */
export interface WholeResultCorruption {
  readonly what: WholeResult
  /** if omitted, another value of the same format */
  readonly value?: unknown
}

/**
 * Replaces a result that is a single value, or one of the values of `eth_getStorageValues`.
 *
 * @param result the caller's own copy, as plain JSON values, which may be changed
 * @returns undefined if the result is neither
 */
export function corruptWholeResult(
  fault: WholeResultCorruption,
  result: unknown,
  random: Random,
): { readonly result: unknown; readonly detail: string } | undefined {
  const wrongFor = (before: unknown): unknown =>
    'value' in fault ? fault.value : changedValue(before, random)
  if (typeof result === 'string') {
    const wrong = wrongFor(result)
    return { result: wrong, detail: describeChange(fault.what, result, wrong) }
  }
  const slots = Object.entries(Object(result)).flatMap(([address, values]) =>
    Array.isArray(values)
      ? values.map((before: unknown, index) => ({ address, values, before, index }))
      : [],
  )
  if (slots.length === 0) return undefined
  const { address, values, before, index } = random.pick(slots)
  values[index] = wrongFor(before)
  const at = `${fault.what} at ${address}[${index}]`
  return { result, detail: describeChange(at, before, values[index]) }
}

import type { Random } from '../../primitives/random.ts'
import { changedValue } from './changedValue.ts'
import { describeChange } from './describeChange.ts'

/** The methods whose result is a single value, by what the value is. No path leads to it. */
const methodsOf = {
  /** in wei */
  balance: ['eth_getBalance'],
  nonce: ['eth_getTransactionCount'],
  code: ['eth_getCode'],
  /** a value of a slot; of several slots, one that is drawn */
  storage: ['eth_getStorageAt', 'eth_getStorageValues'],
  /** what the called contract returns */
  callResult: ['eth_call'],
  gasEstimate: ['eth_estimateGas'],
  /** a price of gas or of blob gas */
  gasPrice: ['eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_baseFee', 'eth_blobBaseFee'],
} satisfies Readonly<Record<string, readonly string[]>>

export type WholeResult = keyof typeof methodsOf

export const methodsOfWholeResult: Readonly<Record<WholeResult, readonly string[]>> = methodsOf

export const wholeResults = Object.keys(methodsOf) as readonly WholeResult[]

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

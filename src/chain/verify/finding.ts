import type { Hex } from '../../primitives/hex.ts'

/** The first violation of the protocol in a chain. */
export interface Finding {
  /** of the block; null for a side block whose number cannot be decoded */
  readonly number: number | null
  /** of the block, as recorded, otherwise as computed; null if neither is available */
  readonly hash: Hex | null
  /** path of the field in the block, e.g. `gasLimit` or `receipts[3].logs[0].address` */
  readonly field: string
  /** the correct value, or a description of it */
  readonly expected: string
  /** the value found */
  readonly actual: string
  /** one line with the location, the value found, the expected value, and the rule */
  readonly message: string
}

/**
 * A field breaks a rule. Checks throw it, so that they read as plain steps; `verify` turns it into a `Finding`.
 */
export class Violation extends Error {
  readonly field: string
  readonly actual: string
  readonly expected: string
  readonly rule: string

  /** @param rule of the protocol, with its source */
  constructor(field: string, actual: Value, expected: Value, rule: string) {
    super(`${field} is ${shorten(actual)}, should be ${shorten(expected)}: ${rule}`)
    this.field = field
    this.actual = String(actual)
    this.expected = String(expected)
    this.rule = rule
  }
}

type Value = bigint | number | string

/** @throws {Violation} if the two differ */
export function requireEqual<T extends Value>(
  field: string,
  actual: T,
  expected: T,
  rule: string,
): void {
  if (actual !== expected) throw new Violation(field, actual, expected, rule)
}

/** Adds the block to a violation. */
export function toFinding(
  violation: Violation,
  block: { readonly number: number | null; readonly hash: Hex | null },
): Finding {
  const { field, actual, expected, message } = violation
  const name = block.number === null ? 'side block' : `block ${block.number}`
  const where = block.hash === null ? name : `${name} (${block.hash})`
  return { ...block, field, expected, actual, message: `${where}: ${message}` }
}

/** Longer values are shortened: a hash is readable in a line, but a bloom is eight times as long. */
const SHOWN_LENGTH_MAX = 80

function shorten(value: Value): string {
  const text = String(value)
  return text.length <= SHOWN_LENGTH_MAX || !text.startsWith('0x')
    ? text
    : `${text.slice(0, 34)}… (${(text.length - 2) / 2} bytes)`
}

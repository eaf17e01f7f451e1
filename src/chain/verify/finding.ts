import type { Hex } from '../../primitives/hex.ts'

/** The first thing in a chain that is not as the protocol has it. */
export interface Finding {
  /** of the block; null where a side block's number cannot even be read */
  readonly number: number | null
  /** of the block, as it is recorded, else as it is computed; null where neither is to be had */
  readonly hash: Hex | null
  /** path of the field in the block, e.g. `gasLimit` or `receipts[3].logs[0].address` */
  readonly field: string
  /** what would be right: a value, or what it has to be like */
  readonly expected: string
  /** what stands there instead */
  readonly actual: string
  /** one line: where it is, what it is, what would be right, and which rule says so */
  readonly message: string
}

/**
 * A field breaks a rule. Checks throw it where they meet it, so that they read as plain steps; `verify` makes a
 * `Finding` of it.
 */
export class Violation extends Error {
  readonly field: string
  readonly actual: string
  readonly expected: string
  readonly rule: string

  /** @param rule what the protocol says, with its source */
  constructor(field: string, actual: Value, expected: Value, rule: string) {
    super(`${field} is ${shorten(actual)}, should be ${shorten(expected)}: ${rule}`)
    this.field = field
    this.actual = String(actual)
    this.expected = String(expected)
    this.rule = rule
  }
}

type Value = bigint | number | string

/** @throws {Violation} where the two differ */
export function requireEqual<T extends Value>(
  field: string,
  actual: T,
  expected: T,
  rule: string,
): void {
  if (actual !== expected) throw new Violation(field, actual, expected, rule)
}

/** Names the block that a violation was met in. */
export function toFinding(
  violation: Violation,
  block: { readonly number: number | null; readonly hash: Hex | null },
): Finding {
  const { field, actual, expected, message } = violation
  const name = block.number === null ? 'side block' : `block ${block.number}`
  const where = block.hash === null ? name : `${name} (${block.hash})`
  return { ...block, field, expected, actual, message: `${where}: ${message}` }
}

/** The length of a hash is the most that stays readable in a line; a bloom is eight times that. */
const SHOWN_LENGTH_MAX = 80

function shorten(value: Value): string {
  const text = String(value)
  return text.length <= SHOWN_LENGTH_MAX || !text.startsWith('0x')
    ? text
    : `${text.slice(0, 34)}… (${(text.length - 2) / 2} bytes)`
}

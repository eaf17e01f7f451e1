import { closedObject, type Schema } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'

/** A range of block numbers, which includes both ends. */
export interface TreeRange {
  readonly from: number
  readonly to: number
}

/** How many block numbers one call may cover. */
const TREE_RANGE_MAX = 256

/**
 * Reads a range of block numbers, as plain JSON numbers.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readTreeRange(value: unknown, index: number): TreeRange {
  const { from, to, ...others } = isPlainObject(value) ? value : {}
  const [other] = Object.keys(others)
  if (other !== undefined) throw invalidArgument(index, `there is no member '${other}'`)
  if (!isNumber(from) || !isNumber(to)) {
    throw invalidArgument(index, 'want an object such as { "from": 0, "to": 63 }')
  }
  if (from > to) throw invalidArgument(index, `from, ${from}, is greater than to, ${to}`)
  if (to - from >= TREE_RANGE_MAX) {
    throw invalidArgument(
      index,
      `a range has at most ${TREE_RANGE_MAX} numbers, have ${to - from + 1}`,
    )
  }
  return { from, to }
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

const number: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

export const treeRange: Parameter<TreeRange> = {
  name: 'range',
  summary: 'The numbers of the blocks, both ends included; at most 256 of them.',
  schema: closedObject({ from: number, to: number }),
  read: readTreeRange,
}

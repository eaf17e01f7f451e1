import { closedObject, type Schema } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'

/** Which entries of the timeline are wanted. */
export interface RequestQuery {
  /** only entries with smaller numbers; undefined for the newest */
  readonly before: number | undefined
  /** how many at most */
  readonly limit: number
  /** only those with this method; undefined for any */
  readonly method: string | undefined
}

/** How many entries a response has. */
const ENTRIES_MAX = 200
const ENTRIES_DEFAULT = 50

/**
 * Reads which entries of the timeline are wanted.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readRequestQuery(value: unknown, index: number): RequestQuery {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument(index, 'want an object such as { "limit": 50 }')
  }
  const { before, limit, method, ...others } = value as Readonly<Record<string, unknown>>
  const [other] = Object.keys(others)
  if (other !== undefined) throw invalidArgument(index, `there is no member '${other}'`)
  if (method !== undefined && typeof method !== 'string') {
    throw invalidArgument(index, 'method: want the name of a method')
  }
  return {
    before: readNumber(before, index, 'before', Number.MAX_SAFE_INTEGER),
    limit: readNumber(limit, index, 'limit', ENTRIES_MAX) ?? ENTRIES_DEFAULT,
    method,
  }
}

/**
 * Reads of which method new entries are wanted.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readFollowedRequests(value: unknown, index: number): Pick<RequestQuery, 'method'> {
  const { method, before, limit } = readRequestQuery(value, index)
  if (before === undefined && limit === ENTRIES_DEFAULT) return { method }
  throw invalidArgument(index, 'want an object such as { "method": "eth_call" }')
}

/**
 * Reads the number of an entry.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readEntryNumber(value: unknown, index: number): number {
  return readNumber(value, index, 'sequence', Number.MAX_SAFE_INTEGER) as number
}

function readNumber(value: unknown, index: number, name: string, max: number): number | undefined {
  if (value === undefined) return undefined
  if (Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= max) {
    return value as number
  }
  throw invalidArgument(index, `${name}: want a whole number from 1 to ${max}`)
}

const sequence: Schema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

export const requestQuery: Parameter<RequestQuery> = {
  name: 'query',
  summary: 'Which entries: those before a number, of one method; by default the newest 50.',
  schema: closedObject(
    {},
    {
      before: sequence,
      limit: { type: 'integer', minimum: 1, maximum: ENTRIES_MAX },
      method: { type: 'string' },
    },
  ),
  read: readRequestQuery,
}

export const entryNumber: Parameter<number> = {
  name: 'sequence',
  summary: 'The number of the entry.',
  schema: sequence,
  read: readEntryNumber,
}

/** Of which method new entries are wanted. */
export const followedRequests: Parameter<Pick<RequestQuery, 'method'>> = {
  ...requestQuery,
  read: readFollowedRequests,
}

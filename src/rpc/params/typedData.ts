import * as v from 'valibot'
import { JsonBoundsError, parseBoundedJson } from '../../primitives/boundedJson.ts'
import { isObject, openObject, recordOf, wanted } from '../../primitives/input.ts'
import { quoteLargeIntegers } from '../../primitives/largeIntegers.ts'
import type { TypedData } from '../signing/typedData/typedData.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { readOwn } from './ownParameter.ts'

/** As many values as a request may have by default: text is one value there. */
const VALUES_MAX = 50_000

/** Types and their members together. Checking them takes far longer than parsing them. */
const TYPES_MAX = 1000

const text = v.string(wanted('a string'))

const field = openObject({ name: text, type: text }, 'an object { name, type }')

const values = recordOf(v.unknown(), 'an object')

/** Types and values are checked when they are hashed. */
const schema = openObject(
  {
    types: recordOf(v.array(field, wanted('a list of members')), 'an object'),
    primaryType: text,
    domain: values,
    message: values,
  },
  'an object { types, primaryType, domain, message }',
)

/**
 * Reads typed data (EIP-712): an object, or its JSON as text, which wallets take.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readTypedData(value: unknown, index: number): TypedData {
  const given = typeof value === 'string' ? parse(value, index) : value
  if (countTypes(given) > TYPES_MAX) {
    throw invalidArgument(index, `types: they have more than ${TYPES_MAX} members`)
  }
  const { types, primaryType, domain, message } = readOwn(schema, given, index)
  return { types, primaryType, domain, message }
}

function parse(json: string, index: number): unknown {
  try {
    return parseBoundedJson(quoteLargeIntegers(json, 1), VALUES_MAX)
  } catch (error) {
    const problem = error instanceof JsonBoundsError ? error.message : 'it is not JSON'
    throw invalidArgument(index, `typed data: ${problem}`)
  }
}

/** How many types and members there are, or more than are allowed. */
function countTypes(given: unknown): number {
  const types = isObject(given) && 'types' in given ? given.types : undefined
  let count = 0
  for (const fields of isObject(types) ? Object.values(types) : []) {
    count += 1 + (Array.isArray(fields) ? fields.length : 0)
    if (count > TYPES_MAX) break
  }
  return count
}

/** A message that is missing is an empty one. Text that is no JSON stays as it is, and is refused when it is read. */
function withMessage(value: unknown): unknown {
  if (isObject(value)) return { message: {}, ...value }
  if (typeof value !== 'string') return value
  try {
    const given = parse(value, 0)
    return isObject(given) ? { message: {}, ...given } : value
  } catch {
    return value
  }
}

/** Text must be JSON of such an object. */
export const typedData: Parameter<TypedData> = {
  name: 'typedData',
  summary: 'Types, domain and message (EIP-712): an object, or its JSON as text.',
  schema: v.union([schema, v.pipe(v.string(), v.regex(/^[ \t\r\n]*\{/))]),
  read: readTypedData,
  respell: withMessage,
}

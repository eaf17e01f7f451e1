import * as v from 'valibot'
import { JsonBoundsError, parseBoundedJson } from '../../primitives/boundedJson.ts'
import { isObject, openObject, readInput, wanted } from '../../primitives/input.ts'
import { quoteLargeIntegers } from '../../primitives/largeIntegers.ts'
import { arrayOf, type Schema } from '../schemas/schema.ts'
import type { TypedData, TypedDataValues } from '../signing/typedData/typedData.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'

/** As many values as a request may have by default: text is one value there. */
const VALUES_MAX = 50_000

/** Types and their members together. Checking them takes far longer than parsing them. */
const TYPES_MAX = 1000

const text = v.string(wanted('a string'))

const field = openObject({ name: text, type: text }, 'an object { name, type }')

const fields = v.array(field, wanted('a list of members'))

const values = v.custom<TypedDataValues>(isObject, wanted('an object'))

/** Types and values are checked when they are hashed. */
const schema = openObject(
  {
    types: values,
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
  const fail = (path: string, problem: string) =>
    invalidArgument(index, path === '' ? problem : `${path}: ${problem}`)
  const { types, primaryType, domain, message } = readInput(schema, given, '', fail) as TypedData
  // `v.record` leaves out names such as `constructor`.
  for (const [name, members] of Object.entries(types)) {
    readInput(fields, members, `types.${name}`, fail)
  }
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

const fieldSchema: Schema = {
  type: 'object',
  required: ['name', 'type'],
  properties: { name: { type: 'string' }, type: { type: 'string' } },
}

/** Text must be JSON of such an object. */
export const typedData: Parameter<TypedData> = {
  name: 'typedData',
  summary: 'Types, domain and message (EIP-712): an object, or its JSON as text.',
  schema: {
    anyOf: [
      {
        type: 'object',
        required: ['types', 'primaryType', 'domain', 'message'],
        properties: {
          types: { type: 'object', additionalProperties: arrayOf(fieldSchema) },
          primaryType: { type: 'string' },
          domain: { type: 'object' },
          message: { type: 'object' },
        },
      },
      { type: 'string', pattern: '^[ \\t\\r\\n]*\\{' },
    ],
  },
  read: readTypedData,
  respell: (value) => (isObject(value) ? { message: {}, ...value } : value),
}

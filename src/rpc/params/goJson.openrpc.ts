import { arrayOf, orNull, type Properties, type Schema } from '../openrpc/schema.ts'

// What the decoders of `goJson.ts` accept. An empty string counts as 0 or no bytes.

/** DATA of a fixed length. */
export function fixedParameter(length: number): Schema {
  return { type: 'string', pattern: `^0[xX][0-9a-fA-F]{${2 * length}}$` }
}

export const bytesParameter: Schema = { type: 'string', pattern: '^(0[xX]([0-9a-fA-F]{2})*)?$' }

/** QUANTITY of at most this many bits. */
export function quantityParameter(bits: number): Schema {
  const digits = bits / 4
  return { type: 'string', pattern: `^(0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,${digits - 1}}))?$` }
}

/** Members of an object, each of which may be null, which counts as omitted. */
export function optionalMembers(members: Properties): Properties {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, orNull(schema)]))
}

/** Required members, none of which may be null. */
export function requiredMembers(members: Properties): Schema {
  return { type: 'object', required: Object.keys(members), properties: members }
}

export const addressParameter = fixedParameter(20)
export const hashParameter = fixedParameter(32)
export const hashesParameter = arrayOf(hashParameter)

import type { ComponentName } from './componentName.ts'

/** The part of JSON Schema (draft 7, as in OpenRPC) that the service needs to describe itself. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'
  readonly const?: string | boolean
  readonly enum?: readonly string[]
  readonly minLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Properties
  /** by regular expression */
  readonly patternProperties?: Properties
  readonly minProperties?: number
  readonly required?: readonly string[]
  readonly additionalProperties?: false | Schema
  readonly propertyNames?: Schema
  /** the fields that are required wherever a field is present */
  readonly dependencies?: Readonly<Record<string, readonly string[]>>
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

export type Properties = Readonly<Record<string, Schema>>

export const nullSchema: Schema = { type: 'null' }

/** A reference to a schema in the document's components. */
export function ref(name: ComponentName, description?: string): Schema {
  const $ref = `#/components/schemas/${name}`
  return description === undefined ? { $ref } : { $ref, description }
}

export function orNull(schema: Schema): Schema {
  return { oneOf: [schema, nullSchema] }
}

export function arrayOf(items: Schema): Schema {
  return { type: 'array', items }
}

/** An object that has the required fields, may have the optional ones, and has no others. */
export function closedObject(required: Properties, optional: Properties = {}): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  }
}

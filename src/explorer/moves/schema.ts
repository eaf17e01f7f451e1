/** The keywords of JSON Schema from which forms are made. */
export interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly description?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: JsonSchema | false
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

/** A part of a form. */
export type Field =
  | { readonly kind: 'number'; readonly hint: string; readonly isWhole: boolean }
  /** a number of up to 32 bytes, sent as hex */
  | { readonly kind: 'quantity' }
  | { readonly kind: 'text'; readonly pattern: string | undefined }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'list'; readonly item: Field }
  | { readonly kind: 'tuple'; readonly items: readonly Field[] }
  | { readonly kind: 'union'; readonly options: readonly Option[] }
  /** what no other field can express */
  | { readonly kind: 'json' }

export interface Member {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly fallback: unknown
  readonly field: Field
}

interface Option {
  readonly label: string
  readonly description: string | undefined
  readonly field: Field
}

/** How OpenRPC writes a number of up to 32 bytes that is sent as hex. */
const QUANTITY = '^0x[0-9a-fA-F]{1,64}$'

/** How it writes that a number may also be sent as text. */
const NUMBER_AS_TEXT = '^(0[xX][0-9a-fA-F]+|[0-9]+)$'

/** The part of a form for a schema. */
export function fieldOf(schema: JsonSchema): Field {
  const options = (schema.oneOf ?? schema.anyOf)?.filter((each) => each.pattern !== NUMBER_AS_TEXT)
  if (options !== undefined) return unionOf(options)
  if ('const' in schema) return { kind: 'constant', value: schema.const }
  if (schema.enum !== undefined) return { kind: 'choice', values: schema.enum }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return { kind: 'number', hint: hintOf(schema), isWhole: schema.type === 'integer' }
    case 'string':
      return schema.pattern === QUANTITY
        ? { kind: 'quantity' }
        : { kind: 'text', pattern: schema.pattern }
    case 'boolean':
      return { kind: 'boolean' }
    case 'null':
      return { kind: 'constant', value: null }
    case 'array':
      return listOf(schema)
    case 'object':
      return schema.properties === undefined
        ? { kind: 'json' }
        : { kind: 'object', members: membersOf(schema) }
    default:
      return { kind: 'json' }
  }
}

function unionOf(schemas: readonly JsonSchema[]): Field {
  const [only, ...others] = schemas
  if (only === undefined) return { kind: 'json' }
  if (others.length === 0) return fieldOf(only)
  const options = schemas.flatMap(optionsOf)
  // What people can type comes before what they have to look up, such as a hash.
  return {
    kind: 'union',
    options: [...options.filter(isTyped), ...options.filter((each) => !isTyped(each))],
  }
}

/** Whether an option begins with something other than a list, or an object that begins with one. */
function isTyped({ field }: Option): boolean {
  if (field.kind !== 'object') return true
  const first = field.members.find(({ isRequired }) => isRequired)?.field.kind
  return first !== 'union' && first !== 'text'
}

/** A union in a union is one list of options. */
function optionsOf(schema: JsonSchema): readonly Option[] {
  const field = fieldOf(schema)
  if (field.kind === 'union') return field.options
  return [{ label: labelOf(schema, field), description: schema.description, field }]
}

/** An option by what tells it from the others. */
function labelOf(schema: JsonSchema, field: Field): string {
  switch (field.kind) {
    case 'constant':
      return field.value === null ? 'none' : String(field.value)
    case 'object': {
      const kind = schema.properties?.kind?.const
      const required = field.members.filter(({ isRequired, name }) => isRequired && name !== 'kind')
      const names = required.map(({ name }) => name).join(', ')
      if (kind !== undefined) return `${kind}${kind === 'corrupt' ? `: ${namesOf(field)}` : ''}`
      return names || namesOf(field)
    }
    case 'list':
      return 'a list'
    case 'tuple':
      return 'a range'
    case 'number':
      return 'a number'
    case 'choice':
      return field.values.join(' or ')
    case 'json':
      return 'JSON'
    default:
      return schema.pattern?.includes('{64}') ? 'a hash' : 'a text'
  }
}

function namesOf(field: { readonly members: readonly Member[] }): string {
  const what = field.members.find(({ name }) => name === 'what')?.field
  if (what?.kind === 'choice') return `${what.values[0]} …`
  return field.members
    .map(({ name }) => name)
    .filter((name) => name !== 'kind')
    .join(', ')
}

function listOf({ items, prefixItems }: JsonSchema): Field {
  if (prefixItems !== undefined) return { kind: 'tuple', items: prefixItems.map(fieldOf) }
  return { kind: 'list', item: items ? fieldOf(items) : { kind: 'json' } }
}

function membersOf({ properties = {}, required = [] }: JsonSchema): readonly Member[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    description: schema.description,
    fallback: schema.default,
    field: fieldOf(schema),
  }))
}

function hintOf({ minimum, maximum }: JsonSchema): string {
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  if (minimum === undefined || minimum < -1e15) return 'a number'
  return isBounded ? `${minimum} to ${maximum}` : `at least ${minimum}`
}

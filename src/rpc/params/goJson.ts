import { fromHex } from '../../primitives/hex.ts'
import { arrayOf, orNull, type Properties, type Schema } from '../schemas/schema.ts'
import { invalidArgument } from './arguments.ts'

// Reads JSON values into types of Go as geth does (encoding/json with common/hexutil), with the same errors. Clients
// match on them, and all providers that run geth return them, so they are the same in all dialects.

/** Where a value is: in which struct, and by which fields it is reached from the argument. */
interface GoField {
  /** the innermost struct */
  readonly struct: string
  /** whether that was decoded on its own: Go names the struct that has it instead, if there is one */
  readonly isAlone: boolean
  readonly path: readonly string[]
}

/** A value has another type than its Go type accepts. */
class GoTypeError extends Error {
  readonly #have: string
  readonly #type: string
  readonly #field: GoField | undefined

  constructor(have: string, type: string, field?: GoField) {
    const target =
      field === undefined ? 'value' : `struct field ${field.struct}.${field.path.join('.')}`
    super(`json: cannot unmarshal ${have} into Go ${target} of type ${type}`)
    this.#have = have
    this.#type = type
    this.#field = field
  }

  /** The same error, in a field of a struct. */
  inField(struct: string, name: string): GoTypeError {
    const path = [name, ...(this.#field?.path ?? [])]
    const inner = this.#field?.isAlone === false ? this.#field.struct : struct
    return new GoTypeError(this.#have, this.#type, { struct: inner, isAlone: false, path })
  }

  /** The same error, of a struct that was decoded on its own. */
  outsideStruct(): GoTypeError {
    const field = this.#field && { ...this.#field, isAlone: true }
    return new GoTypeError(this.#have, this.#type, field)
  }
}

/** Any other error of a value. */
class GoValueError extends Error {}

/** The errors that do not end decoding: Go reports the first one when it has read everything. */
interface DecodeState {
  postponed: GoTypeError | undefined
}

/** Reads a JSON value. It knows which values it accepts, so each parameter is declared once. */
export interface GoDecoder<T> {
  (value: unknown, state: DecodeState): T
  /** of the values that it accepts, except that it takes the names of members in any case */
  readonly schema: Schema
  /** whether it accepts null, as Go's structs do, where a list has it */
  readonly acceptsNull?: boolean
}

/** A decoder of the values of a schema. */
export function decoder<T>(
  schema: Schema,
  decode: (value: unknown, state: DecodeState) => T,
  acceptsNull = false,
): GoDecoder<T> {
  return Object.assign(decode, { schema, acceptsNull })
}

/**
 * A decoder of the same values, which are turned into others.
 *
 * @param schema another name for that of the values
 */
export function mapped<From, To>(
  from: GoDecoder<From>,
  map: (decoded: From) => To,
  schema: Schema = from.schema,
): GoDecoder<To> {
  return decoder(schema, (value, state) => map(from(value, state)), from.acceptsNull)
}

/**
 * A decoder of those values that pass a check.
 *
 * @param problemOf what is wrong with a value; undefined if nothing is
 */
export function checked<T>(
  from: GoDecoder<T>,
  problemOf: (decoded: T) => string | undefined,
): GoDecoder<T> {
  return mapped(from, (decoded) => {
    const problem = problemOf(decoded)
    if (problem !== undefined) throw new GoValueError(problem)
    return decoded
  })
}

/**
 * Reads an argument into a Go type.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function decodeGo<T>(decode: GoDecoder<T>, value: unknown, index: number): T {
  return readGo(decode, value, (problem) => invalidArgument(index, problem))
}

/**
 * Reads a value into a Go type.
 *
 * @param toError makes the error that is thrown
 */
export function readGo<T>(
  decode: GoDecoder<T>,
  value: unknown,
  toError: (problem: string) => Error,
): T {
  const state: DecodeState = { postponed: undefined }
  try {
    const decoded = decode(value, state)
    if (state.postponed !== undefined) throw state.postponed
    return decoded
  } catch (error) {
    if (!(error instanceof GoTypeError || error instanceof GoValueError)) throw error
    throw toError(error.message)
  }
}

/** DATA of a fixed length (UnmarshalFixedJSON). */
export function fixed(type: string, length: number): GoDecoder<Uint8Array> {
  return decoder(fixedSchema(length), (value) => bytesOf(requireFixed(value, type, length), type))
}

function fixedSchema(length: number): Schema {
  return { type: 'string', pattern: `^0[xX][0-9a-fA-F]{${2 * length}}$` }
}

export const address = fixed('common.Address', 20)
export const hash = fixed('common.Hash', 32)

/** true or false (bool). */
export const boolean = decoder<boolean | undefined>({ type: 'boolean' }, (value, state) =>
  typeof value === 'boolean' ? value : postpone(state, new GoTypeError(kindOf(value), 'bool')),
)

/** Text (string). */
export const string = decoder<string | undefined>({ type: 'string' }, (value, state) =>
  typeof value === 'string' ? value : postpone(state, new GoTypeError(kindOf(value), 'string')),
)

/** A whole number (int). */
export const integer = decoder<number | undefined>(
  { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  (value, state) => {
    if (Number.isSafeInteger(value)) return value as number
    const have = typeof value === 'number' ? `number ${value}` : kindOf(value)
    return postpone(state, new GoTypeError(have, 'int'))
  },
)

/** A whole number from 0 to 2^64 - 1 (uint64); one that is not exact counts as the nearest that is. */
export const plainUint64 = decoder<number | undefined>(
  // The largest number below 2^64 that JavaScript has.
  { type: 'integer', minimum: 0, maximum: 2 ** 64 - 2 ** 11 },
  (value, state) => {
    const isWhole = typeof value === 'number' && Number.isInteger(value)
    if (isWhole && value >= 0 && value < 2 ** 64) return value
    const have = typeof value === 'number' ? `number ${value}` : kindOf(value)
    return postpone(state, new GoTypeError(have, 'uint64'))
  },
)

/** Any value, which is read later (json.RawMessage). */
export const anyJson = decoder<unknown>({}, (value) => value)

/** DATA of any length (hexutil.Bytes). */
export const bytes = decoder<Uint8Array>(
  { type: 'string', pattern: '^(0[xX]([0-9a-fA-F]{2})*)?$' },
  (value) =>
    bytesOf(requireData(requireString(value, 'hexutil.Bytes'), 'hexutil.Bytes'), 'hexutil.Bytes'),
)

/** QUANTITY of at most 64 bits (hexutil.Uint64). */
export const uint64 = quantity('hexutil.Uint64', 64)

/** QUANTITY of at most 64 bits (hexutil.Uint). */
export const uint = quantity('hexutil.Uint', 64)

/** QUANTITY of at most 256 bits (hexutil.Big). */
export const big = quantity('*hexutil.Big', 256)

/** QUANTITY of at most 256 bits (hexutil.U256, whose errors name another type). */
export const uint256 = quantity('*uint256.Int', 256)

function quantity(type: string, bits: number): GoDecoder<bigint> {
  const pattern = `^(0[xX](0|[1-9a-fA-F][0-9a-fA-F]{0,${bits / 4 - 1}}))?$`
  return decoder({ type: 'string', pattern }, (value) => {
    const text = requireString(value, type)
    // Go takes an empty string for zero.
    if (text === '') return 0n
    if (!/^0x/i.test(text)) throw new GoTypeError('hex string without 0x prefix', type)
    const digits = text.slice(2)
    if (digits === '') throw new GoTypeError('hex string "0x"', type)
    if (digits.length > 1 && digits.startsWith('0')) {
      throw new GoTypeError('hex number with leading zero digits', type)
    }
    if (digits.length > bits / 4) throw new GoTypeError(`hex number > ${bits} bits`, type)
    if (!/^[0-9a-f]+$/i.test(digits)) throw new GoTypeError('invalid hex string', type)
    return BigInt(`0x${digits}`)
  })
}

/** An array. */
export function list<T>(type: string, item: GoDecoder<T>): GoDecoder<readonly T[] | undefined> {
  return decoder(arrayOf(itemSchema(item)), (value, state) => {
    if (!Array.isArray(value)) return postpone(state, new GoTypeError(kindOf(value), type))
    return value.map((each) => item(each, state))
  })
}

function itemSchema({ schema, acceptsNull = false }: GoDecoder<unknown>): Schema {
  return acceptsNull ? orNull(schema) : schema
}

/** The members of an object that a Go struct has; undefined for those that are missing or null. */
export type Fields<Decoders extends Readonly<Record<string, GoDecoder<unknown>>>> = {
  readonly [Name in keyof Decoders]: ReturnType<Decoders[Name]> | undefined
}

/**
 * An object. As in Go, names may be in any case, and members that the struct does not have are ignored.
 *
 * @param type name of the struct with its package
 * @param embedded by fields that it has from structs that are embedded in it: the names of those, which errors contain
 * @param raw fields that it decodes itself, which errors do not name
 */
export function struct<const Decoders extends Readonly<Record<string, GoDecoder<unknown>>>>(
  type: string,
  fields: Decoders,
  embedded: { readonly [Name in keyof Decoders]?: string } = {},
  raw: readonly (keyof Decoders)[] = [],
): GoDecoder<Fields<Decoders>> {
  const names = new Map(Object.keys(fields).map((name) => [name.toLowerCase(), name] as const))
  const shortName = type.replace(/^.*\./, '')
  const decode = (value: unknown, state: DecodeState): Fields<Decoders> => {
    const decoded: Record<string, unknown> = {}
    if (value !== null && !isObject(value)) {
      postpone(state, new GoTypeError(kindOf(value), type))
      return decoded as Fields<Decoders>
    }
    for (const [written, member] of Object.entries(value ?? {})) {
      const name = names.get(written.toLowerCase())
      // In process, a member may be undefined: JSON would not have it.
      if (name === undefined || member === undefined) continue
      const read = fields[name] as GoDecoder<unknown>
      const within = embedded[name]
      const field = within === undefined ? name : `${within}.${name}`
      if (member === null) decoded[name] = undefined
      else if (raw.includes(name)) decoded[name] = read(member, state)
      else decoded[name] = inField(shortName, field, state, () => read(member, state))
    }
    return decoded as Fields<Decoders>
  }
  return decoder({ type: 'object', properties: propertiesOf(fields) }, decode, true)
}

/** The schemas of the fields of a struct, under their names in JSON, which begin with a lower-case letter. */
function propertiesOf(
  fields: Readonly<Record<string, GoDecoder<unknown>>>,
  required: readonly string[] = [],
): Properties {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [
      `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
      required.includes(name) ? schema : orNull(schema),
    ]),
  )
}

/** An object with any keys, read in its order. */
export function map<Key, Value>(
  type: string,
  key: GoDecoder<Key>,
  item: GoDecoder<Value>,
): GoDecoder<readonly (readonly [Key, Value])[] | undefined> {
  const schema: Schema = {
    type: 'object',
    propertyNames: key.schema,
    additionalProperties: orNull(item.schema),
  }
  return decoder(schema, (value, state) => {
    if (!isObject(value)) return postpone(state, new GoTypeError(kindOf(value), type))
    return Object.entries(value).map(([name, member]) => {
      // Go reads the value before it reads the key.
      const read = item(member, state)
      return [key(name, state), read]
    })
  })
}

/**
 * A map of DATA of a fixed length to DATA of the same length. There may be tens of thousands, so they are one list of bytes:
 * each key with its value after it, in their order.
 */
export function fixedMap(
  type: string,
  itemType: string,
  length: number,
): GoDecoder<Uint8Array | undefined> {
  const each = fixedSchema(length)
  const schema: Schema = { type: 'object', propertyNames: each, additionalProperties: each }
  return decoder(schema, (value, state) => {
    if (!isObject(value)) return postpone(state, new GoTypeError(kindOf(value), type))
    const names = Object.keys(value)
    const members = Object.values(value)
    const packed = Buffer.alloc(2 * length * names.length)
    const write = (text: unknown, at: number): void => {
      const data = requireFixed(text, itemType, length)
      // It stops at what is no digit.
      const written = packed.write(data.slice(2), at, 'hex')
      if (written !== length) throw new GoTypeError('invalid hex string', itemType)
    }
    for (const [index, name] of names.entries()) {
      // Go reads the value before it reads the key.
      write(members[index], (2 * index + 1) * length)
      write(name, 2 * index * length)
    }
    return new Uint8Array(packed.buffer, packed.byteOffset, packed.length)
  })
}

/** A struct that is decoded on its own, so that its errors are not postponed (generated by gencodec). */
export function required<
  const Decoders extends Readonly<Record<string, GoDecoder<unknown>>>,
  const Name extends keyof Decoders & string,
>(
  type: string,
  fields: Decoders,
  names: readonly Name[],
): GoDecoder<Fields<Decoders> & { readonly [Each in Name]: NonNullable<Fields<Decoders>[Each]> }> {
  const decode = struct(type, fields)
  type Complete = Fields<Decoders> & {
    readonly [Each in Name]: NonNullable<Fields<Decoders>[Each]>
  }
  const schema: Schema = {
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties: propertiesOf(fields, names),
  }
  const decodeComplete = (value: unknown): Complete => {
    const state: DecodeState = { postponed: undefined }
    const decoded = decodeAlone(() => decode(value, state))
    if (state.postponed !== undefined) throw state.postponed.outsideStruct()
    const missing = names.find((name) => decoded[name] === undefined)
    if (missing !== undefined) {
      const name = type.replace(/^.*\./, '')
      throw new GoValueError(`missing required field '${missing}' for ${name}`)
    }
    return decoded as Complete
  }
  return decoder(schema, decodeComplete, names.length === 0)
}

/** A struct that Go decodes by a method of its own: errors name the struct that has it. */
export function unmarshaled<T>(from: GoDecoder<T>): GoDecoder<T> {
  const read = (value: unknown): T => {
    const state: DecodeState = { postponed: undefined }
    const decoded = decodeAlone(() => from(value, state))
    if (state.postponed !== undefined) throw state.postponed.outsideStruct()
    return decoded
  }
  return decoder(from.schema, read, from.acceptsNull)
}

function decodeAlone<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    throw error instanceof GoTypeError ? error.outsideStruct() : error
  }
}

function inField<T>(type: string, field: string, state: DecodeState, read: () => T): T {
  const before = state.postponed
  try {
    return read()
  } catch (error) {
    throw error instanceof GoTypeError ? error.inField(type, field) : error
  } finally {
    if (state.postponed !== before) {
      state.postponed = state.postponed?.inField(type, field)
    }
  }
}

function postpone(state: DecodeState, error: GoTypeError): undefined {
  state.postponed ??= error
  return undefined
}

/**
 * The values of a struct that have no other members, and none under two names (geth, internal/ethapi/simulate.go,
 * checkOverrideKeys).
 *
 * @param names of the members that it has
 * @param what it is, for errors
 */
export function requireKnownMembers(value: unknown, names: Properties, what: string): void {
  if (!isObject(value)) return
  const seen = new Map<string, string>()
  for (const given of Object.keys(value).sort()) {
    const name = Object.keys(names).find((each) => each.toLowerCase() === given.toLowerCase())
    if (name === undefined) throw new GoValueError(`unknown field "${given}" in ${what}`)
    const other = seen.get(name)
    if (other !== undefined) {
      throw new GoValueError(`keys "${other}" and "${given}" in ${what} name the same field`)
    }
    seen.set(name, given)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The kind of a JSON value as Go names it. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

function requireString(value: unknown, type: string): string {
  if (typeof value !== 'string') throw new GoTypeError('non-string', type)
  return value
}

/** DATA of a fixed length, whose digits are not checked. */
function requireFixed(value: unknown, type: string, length: number): string {
  const data = requireData(requireString(value, type), type)
  if (data.length === 2 + 2 * length) return data
  const sizes = `length ${data.length - 2}, want ${2 * length}`
  throw new GoValueError(`hex string has ${sizes} for ${type}`)
}

/** DATA, which may be empty and whose digits are not checked. */
function requireData(text: string, type: string): string {
  if (text === '') return '0x'
  // One of many slots: neither a regular expression nor a copy of the digits.
  if (!text.startsWith('0x') && !text.startsWith('0X')) {
    throw new GoTypeError('hex string without 0x prefix', type)
  }
  if (text.length % 2 === 1) throw new GoTypeError('hex string of odd length', type)
  return text
}

function bytesOf(data: string, type: string): Uint8Array {
  if (!/^0x[0-9a-f]*$/i.test(data)) throw new GoTypeError('invalid hex string', type)
  return fromHex(data)
}

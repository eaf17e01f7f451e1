import { fromHex } from '../../primitives/hex.ts'
import { invalidArgument } from './arguments.ts'

// Reads JSON values into types of Go as geth does (encoding/json with common/hexutil), with the same errors. Clients
// match on them, and all providers that run geth return them, so they are the same in all dialects.

/** Where a value is: in which struct, and by which fields it is reached from the argument. */
interface GoField {
  /** the innermost struct; undefined if it was decoded on its own, so that Go does not know it */
  readonly struct: string | undefined
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
    return new GoTypeError(this.#have, this.#type, { struct: this.#field?.struct ?? struct, path })
  }

  /** The same error, of a struct that was decoded on its own. */
  outsideStruct(): GoTypeError {
    const field = this.#field && { ...this.#field, struct: undefined }
    return new GoTypeError(this.#have, this.#type, field)
  }
}

/** Any other error of a value. */
class GoValueError extends Error {}

/** The errors that do not end decoding: Go reports the first one when it has read everything. */
interface Decoding {
  postponed: GoTypeError | undefined
}

/** Reads a JSON value. */
export type GoDecoder<T> = (value: unknown, decoding: Decoding) => T

/**
 * Reads an argument into a Go type.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function decodeGo<T>(decoder: GoDecoder<T>, value: unknown, index: number): T {
  return readGo(decoder, value, (problem) => invalidArgument(index, problem))
}

/**
 * Reads a value into a Go type.
 *
 * @param toError makes the error that is thrown
 */
export function readGo<T>(
  decoder: GoDecoder<T>,
  value: unknown,
  toError: (problem: string) => Error,
): T {
  const decoding: Decoding = { postponed: undefined }
  try {
    const decoded = decoder(value, decoding)
    if (decoding.postponed !== undefined) throw decoding.postponed
    return decoded
  } catch (error) {
    if (!(error instanceof GoTypeError || error instanceof GoValueError)) throw error
    throw toError(error.message)
  }
}

/** DATA of a fixed length (UnmarshalFixedJSON). */
export function fixed(type: string, length: number): GoDecoder<Uint8Array> {
  return (value) => bytesOf(requireFixed(value, type, length), type)
}

export const address = fixed('common.Address', 20)
export const hash = fixed('common.Hash', 32)

/** true or false (bool). */
export const boolean: GoDecoder<boolean | undefined> = (value, decoding) =>
  typeof value === 'boolean' ? value : postpone(decoding, new GoTypeError(kindOf(value), 'bool'))

/** Text (string). */
export const string: GoDecoder<string | undefined> = (value, decoding) =>
  typeof value === 'string' ? value : postpone(decoding, new GoTypeError(kindOf(value), 'string'))

/** A whole number (int). */
export const integer: GoDecoder<number | undefined> = (value, decoding) => {
  if (Number.isSafeInteger(value)) return value as number
  const have = typeof value === 'number' ? `number ${value}` : kindOf(value)
  return postpone(decoding, new GoTypeError(have, 'int'))
}

/** A whole number from 0 to 2^64 - 1 (uint64); one that is not exact counts as the nearest that is. */
export const plainUint64: GoDecoder<number | undefined> = (value, decoding) => {
  const isWhole = typeof value === 'number' && Number.isInteger(value)
  if (isWhole && value >= 0 && value < 2 ** 64) return value
  const have = typeof value === 'number' ? `number ${value}` : kindOf(value)
  return postpone(decoding, new GoTypeError(have, 'uint64'))
}

/** Any value, which is read later (json.RawMessage). */
export const anyJson: GoDecoder<unknown> = (value) => value

/** DATA of any length (hexutil.Bytes). */
export const bytes: GoDecoder<Uint8Array> = (value) =>
  bytesOf(requireData(requireString(value, 'hexutil.Bytes'), 'hexutil.Bytes'), 'hexutil.Bytes')

/** QUANTITY of at most 64 bits (hexutil.Uint64). */
export const uint64 = quantity('hexutil.Uint64', 64)

/** QUANTITY of at most 64 bits (hexutil.Uint). */
export const uint = quantity('hexutil.Uint', 64)

/** QUANTITY of at most 256 bits (hexutil.Big). */
export const big = quantity('*hexutil.Big', 256)

/** QUANTITY of at most 256 bits (hexutil.U256, whose errors name another type). */
export const uint256 = quantity('*uint256.Int', 256)

function quantity(type: string, bits: number): GoDecoder<bigint> {
  return (value) => {
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
  }
}

/** An array. */
export function list<T>(type: string, item: GoDecoder<T>): GoDecoder<readonly T[] | undefined> {
  return (value, decoding) => {
    if (!Array.isArray(value)) return postpone(decoding, new GoTypeError(kindOf(value), type))
    return value.map((each) => item(each, decoding))
  }
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
 */
export function struct<const Decoders extends Readonly<Record<string, GoDecoder<unknown>>>>(
  type: string,
  fields: Decoders,
  embedded: { readonly [Name in keyof Decoders]?: string } = {},
): GoDecoder<Fields<Decoders>> {
  const names = new Map(Object.keys(fields).map((name) => [name.toLowerCase(), name] as const))
  const shortName = type.replace(/^.*\./, '')
  return (value, decoding) => {
    const decoded: Record<string, unknown> = {}
    if (value !== null && !isObject(value)) {
      postpone(decoding, new GoTypeError(kindOf(value), type))
      return decoded as Fields<Decoders>
    }
    for (const [written, member] of Object.entries(value ?? {})) {
      const name = names.get(written.toLowerCase())
      if (name === undefined) continue
      const read = fields[name] as GoDecoder<unknown>
      const within = embedded[name]
      const field = within === undefined ? name : `${within}.${name}`
      decoded[name] =
        member === null
          ? undefined
          : inField(shortName, field, decoding, () => read(member, decoding))
    }
    return decoded as Fields<Decoders>
  }
}

/** An object with any keys, read in its order. */
export function map<Key, Value>(
  type: string,
  key: GoDecoder<Key>,
  item: GoDecoder<Value>,
): GoDecoder<readonly (readonly [Key, Value])[] | undefined> {
  return (value, decoding) => {
    if (!isObject(value)) return postpone(decoding, new GoTypeError(kindOf(value), type))
    return Object.entries(value).map(([name, member]) => {
      // Go reads the value before it reads the key.
      const read = item(member, decoding)
      return [key(name, decoding), read]
    })
  }
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
  return (value, decoding) => {
    if (!isObject(value)) return postpone(decoding, new GoTypeError(kindOf(value), type))
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
  }
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
  return (value) => {
    const decoding: Decoding = { postponed: undefined }
    const decoded = decodeAlone(() => decode(value, decoding))
    if (decoding.postponed !== undefined) throw decoding.postponed.outsideStruct()
    const missing = names.find((name) => decoded[name] === undefined)
    if (missing !== undefined) {
      const name = type.replace(/^.*\./, '')
      throw new GoValueError(`missing required field '${missing}' for ${name}`)
    }
    return decoded as Complete
  }
}

function decodeAlone<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    throw error instanceof GoTypeError ? error.outsideStruct() : error
  }
}

function inField<T>(type: string, field: string, decoding: Decoding, read: () => T): T {
  const before = decoding.postponed
  try {
    return read()
  } catch (error) {
    throw error instanceof GoTypeError ? error.inField(type, field) : error
  } finally {
    if (decoding.postponed !== before) {
      decoding.postponed = decoding.postponed?.inField(type, field)
    }
  }
}

function postpone(decoding: Decoding, error: GoTypeError): undefined {
  decoding.postponed ??= error
  return undefined
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

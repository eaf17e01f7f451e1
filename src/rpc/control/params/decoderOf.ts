import type * as v from 'valibot'
import { unknownMember } from '../../../primitives/unknownMember.ts'
import { type Decoder, invalidArgument } from '../../params/arguments.ts'
import { readHash } from '../../params/hash.ts'
import { describe } from '../../params/hexNumber.ts'
import { readOwn } from '../../params/ownParameter.ts'
import { anyNumber, wholeNumber } from './wholeNumber.ts'

type Schema = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, Schema>>
  readonly options?: readonly unknown[]
  readonly wrapped?: Schema
  readonly pipe?: readonly { readonly type: string }[]
}

/**
 * Creates the decoder of an argument from its schema. It accepts numbers in every notation of Anvil and Hardhat
 * clients, and treats null as omitted; the move itself checks ranges.
 */
export function decoderOf(described: v.GenericSchema): Decoder<unknown> {
  const schema = described as Schema
  switch (schema.type) {
    case 'number':
      return schema.pipe?.some(({ type }) => type === 'safe_integer') ? wholeNumber : anyNumber
    case 'string':
      return schema.pipe === undefined ? ofType('string') : textDecoder(schema)
    case 'boolean':
      return ofType('boolean')
    case 'strict_object':
      return objectDecoder(schema.entries ?? {})
    case 'union': {
      const options = (schema.options ?? []) as readonly Schema[]
      return options.every(({ type }) => CHOICES.has(type))
        ? choiceDecoder(options)
        : inputDecoder(schema)
    }
    case 'optional':
    case 'nullable':
    case 'nullish':
      return decoderOf(schema.wrapped as Schema)
    default:
      return inputDecoder(schema)
  }
}

/** Decodes what has no other notation in other tools. */
function inputDecoder(schema: Schema): Decoder<unknown> {
  return (value, index) => readOwn(schema, value, index)
}

/** Decodes a string that must match a pattern, which a move expects before it converts its arguments. */
function textDecoder(schema: Schema): Decoder<unknown> {
  const [requireString, read] = [ofType('string'), inputDecoder(schema)]
  return (value, index) => read(requireString(value, index), index)
}

/** Whether an argument, or a member of one, is optional. */
export function isOptional({ type }: v.GenericSchema): boolean {
  return type === 'optional' || type === 'nullish'
}

function ofType(type: 'string' | 'boolean'): Decoder<unknown> {
  return (value, index) => {
    if (typeof value === type) return value
    throw invalidArgument(index, `want a ${type}, have ${describe(value)}`)
  }
}

/** Decodes an object whose members are all known, and refuses any other member. */
function objectDecoder(entries: Readonly<Record<string, Schema>>): Decoder<unknown> {
  const members = Object.entries(entries).map(
    ([name, schema]) => [name, isOptional(schema), decoderOf(schema)] as const,
  )
  return (value, index) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalidArgument(index, `want an object, have ${describe(value)}`)
    }
    const problem = unknownMember(value, Object.keys(entries))
    if (problem !== undefined) throw invalidArgument(index, problem)
    const decoded: Record<string, unknown> = {}
    for (const [name, mayBeLeftOut, decode] of members) {
      const member = (value as Readonly<Record<string, unknown>>)[name] ?? undefined
      // JSON writes NaN as null, and viem sends NaN for a number that is omitted.
      if (member !== undefined && !Number.isNaN(member)) decoded[name] = decode(member, index)
      else if (!mayBeLeftOut) throw invalidArgument(index, `missing member ${name}`)
    }
    return decoded
  }
}

/** The types of the options of a `choiceDecoder`. */
const CHOICES: ReadonlySet<string> = new Set(['strict_object', 'picklist', 'string', 'number'])

/** Decodes an object by the first schema whose required members it has, or by the last. */
function oneObjectDecoder(schemas: readonly Schema[]): Decoder<unknown> | undefined {
  const decoders = schemas.map(({ entries = {} }) => {
    const required = Object.keys(entries).filter((name) => !isOptional(entries[name] as Schema))
    return { required, decode: objectDecoder(entries) }
  })
  const last = decoders.at(-1)
  if (last === undefined) return undefined
  return (value, index) => {
    const given = typeof value === 'object' && value !== null ? value : {}
    const fitting = decoders.find(({ required }) => required.every((name) => name in given))
    return (fitting ?? last).decode(value, index)
  }
}

/** Decodes an object, a word, a hash or a number, whichever are among the options. */
function choiceDecoder(options: readonly Schema[]): Decoder<unknown> {
  const decode = new Map(options.map((option) => [option.type, decoderOf(option)]))
  const ofObject = oneObjectDecoder(options.filter(({ type }) => type === 'strict_object'))
  const words = options.flatMap(({ type, options }) => (type === 'picklist' ? (options ?? []) : []))
  return (value, index) => {
    if (words.includes(value)) return value
    if (typeof value === 'string' && words.length > 0) {
      throw invalidArgument(
        index,
        `want ${words.map((word) => `"${word}"`).join(', ')}, or an object`,
      )
    }
    const isHash = typeof value === 'string' && value.length === 66
    if (isHash && decode.has('string')) return readHash(value, index)
    const ofList = decode.get('array')
    if (ofList !== undefined && Array.isArray(value)) return ofList(value, index)
    const ofNumber = decode.get('number')
    if (ofObject !== undefined && (typeof value === 'object' || ofNumber === undefined)) {
      return ofObject(value, index)
    }
    const decodeOther = ofNumber ?? decode.get('string')
    return decodeOther?.(value, index)
  }
}

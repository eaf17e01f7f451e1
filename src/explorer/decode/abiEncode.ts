import * as AbiParameters from 'ox/AbiParameters'
import * as Hex from 'ox/Hex'
import { type AbiItem, type AbiParameter, arrayOf, canonicalType, selectorOf } from './abi.ts'
import { codedParameters } from './codedParameter.ts'

/**
 * Encodes a call from what a person has typed, one text for each argument. Lists and tuples are typed as JSON.
 *
 * @throws {Error} that names the argument and what it must be
 */
export function encodeCall(item: AbiItem, texts: readonly string[]): string {
  const inputs = item.inputs ?? []
  const values = inputs.map((parameter, index) => {
    try {
      return readValue(parameter, texts[index] ?? '')
    } catch (error) {
      const name = parameter.name || `argument ${index + 1}`
      throw new Error(`${name}: ${(error as Error).message}`)
    }
  })
  return selectorOf(item) + AbiParameters.encode(codedParameters(inputs), values).slice(2)
}

/** What is encoded: leaves, or lists of them. */
type Value = string | bigint | boolean | readonly Value[]

function readValue(parameter: AbiParameter, text: string): Value {
  const isNested = arrayOf(parameter) !== undefined || parameter.type === 'tuple'
  if (!isNested) return leaf(parameter.type, text)
  let value: unknown
  try {
    // Numbers beyond 2^53 stay exact as texts.
    value = JSON.parse(text.replace(/(?<=[[,:\s]|^)-?\d{15,}(?=[\],}\s]|$)/g, '"$&"'))
  } catch {
    throw new Error(`want ${canonicalType(parameter)} as JSON, such as [1, 2]`)
  }
  return nested(parameter, value)
}

function nested(parameter: AbiParameter, value: unknown): Value {
  const array = arrayOf(parameter)
  if (array !== undefined) {
    if (!Array.isArray(value)) throw new Error(`want a list for ${canonicalType(parameter)}`)
    if (array.length !== undefined && array.length !== value.length) {
      throw new Error(`want ${array.length} values, have ${value.length}`)
    }
    return value.map((each) => nested(array.element, each))
  }
  if (parameter.type !== 'tuple') return leaf(parameter.type, String(value))
  const components = parameter.components ?? []
  const isObject = typeof value === 'object' && value !== null
  if (!isObject) throw new Error(`want a list or an object for ${canonicalType(parameter)}`)
  return components.map((component, index) => {
    const member = Array.isArray(value)
      ? value[index]
      : (value as Record<string, unknown>)[component.name ?? '']
    if (member === undefined) throw new Error(`${component.name || index} is missing`)
    return nested(component, member)
  })
}

function leaf(type: string, text: string): Value {
  const trimmed = text.trim()
  const [, kind, digits] = /^([a-z]+)(\d*)$/.exec(type) ?? []
  switch (kind) {
    case 'uint':
    case 'int':
      return integer(kind === 'int', Number(digits || 256), trimmed)
    case 'bool':
      if (trimmed !== 'true' && trimmed !== 'false') throw new Error('want true or false')
      return trimmed === 'true'
    case 'address':
      if (!/^0x[0-9a-f]{40}$/i.test(trimmed)) throw new Error('want an address, 20 bytes in hex')
      return trimmed.toLowerCase()
    case 'bytes':
      return bytes(digits ? Number(digits) : undefined, trimmed)
    case 'function':
      return bytes(24, trimmed)
    case 'string':
      return Hex.fromString(text)
    default:
      throw new Error(`${type} cannot be typed here`)
  }
}

function integer(isSigned: boolean, bits: number, text: string): bigint {
  if (!/^(?:-?\d+|0x[0-9a-f]+)$/i.test(text)) throw new Error('want a whole number')
  const value = BigInt(text)
  const fits = isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)
  if (fits !== value) throw new Error(`${text} does not fit into ${bits} bits`)
  return value
}

function bytes(size: number | undefined, text: string): string {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) throw new Error('want bytes in hex')
  if (size !== undefined && text.length !== 2 + 2 * size)
    throw new Error(`want ${size} bytes in hex`)
  return text.toLowerCase()
}

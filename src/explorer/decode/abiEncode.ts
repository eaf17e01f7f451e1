import {
  type AbiItem,
  type AbiParameter,
  arrayOf,
  canonicalType,
  hexOf,
  selectorOf,
} from './abi.ts'
import { headSize, isDynamic } from './abiDecode.ts'

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
  return selectorOf(item) + encodeTuple(inputs, values)
}

/** What is encoded: words of leaves as hex without 0x, or lists of them. */
type Value = string | readonly Value[]

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

function leaf(type: string, text: string): string {
  const trimmed = text.trim()
  const [, kind, digits] = /^([a-z]+)(\d*)$/.exec(type) ?? []
  switch (kind) {
    case 'uint':
    case 'int':
      return integer(kind === 'int', Number(digits || 256), trimmed)
    case 'bool':
      if (trimmed !== 'true' && trimmed !== 'false') throw new Error('want true or false')
      return word(trimmed === 'true' ? '1' : '')
    case 'address':
      if (!/^0x[0-9a-f]{40}$/i.test(trimmed)) throw new Error('want an address, 20 bytes in hex')
      return word(trimmed.slice(2).toLowerCase())
    case 'bytes':
      return bytes(digits ? Number(digits) : undefined, trimmed)
    case 'string':
      return hexOf(new TextEncoder().encode(text))
    default:
      throw new Error(`${type} cannot be typed here`)
  }
}

function integer(isSigned: boolean, bits: number, text: string): string {
  if (!/^(?:-?\d+|0x[0-9a-f]+)$/i.test(text)) throw new Error('want a whole number')
  const value = BigInt(text)
  const fits = isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)
  if (fits !== value) throw new Error(`${text} does not fit into ${bits} bits`)
  return word(BigInt.asUintN(256, value).toString(16))
}

function bytes(size: number | undefined, text: string): string {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) throw new Error('want bytes in hex')
  const digits = text.slice(2).toLowerCase()
  if (size === undefined) return digits
  if (digits.length !== 2 * size) throw new Error(`want ${size} bytes in hex`)
  return digits.padEnd(64, '0')
}

function encodeTuple(parameters: readonly AbiParameter[], values: readonly Value[]): string {
  let offset = parameters.reduce((sum, each) => sum + headSize(each), 0)
  let heads = ''
  let tails = ''
  for (const [index, parameter] of parameters.entries()) {
    const encoded = encodeValue(parameter, values[index] as Value)
    if (!isDynamic(parameter)) {
      heads += encoded
      continue
    }
    heads += word(offset.toString(16))
    tails += encoded
    offset += encoded.length / 2
  }
  return heads + tails
}

function encodeValue(parameter: AbiParameter, value: Value): string {
  const array = arrayOf(parameter)
  if (array !== undefined) {
    const list = value as readonly Value[]
    const length = array.length === undefined ? word(list.length.toString(16)) : ''
    return (
      length +
      encodeTuple(
        list.map(() => array.element),
        list,
      )
    )
  }
  if (parameter.type === 'tuple') {
    return encodeTuple(parameter.components ?? [], value as readonly Value[])
  }
  if (!isDynamic(parameter)) return value as string
  const digits = value as string
  return (
    word((digits.length / 2).toString(16)) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  )
}

function word(digits: string): string {
  return digits.padStart(64, '0')
}

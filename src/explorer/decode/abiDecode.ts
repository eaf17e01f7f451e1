import { type AbiParameter, arrayOf, hexOf } from './abi.ts'

/** A decoded value: text of bytes, a number, a list, and so on. */
export type AbiValue = string | bigint | boolean | readonly AbiValue[] | AbiStruct

/** The members of a tuple. */
interface AbiStruct {
  readonly members: readonly DecodedParameter[]
}

export interface DecodedParameter {
  readonly name: string
  readonly type: string
  readonly value: AbiValue
}

/** How many values are decoded at most. Data of a few bytes can claim to be a list of lists without end. */
const VALUES_MAX = 2_000

const WORD = 32

/**
 * Decodes the arguments of a call, the data of a log, or a result.
 *
 * @throws {Error} if the bytes do not have this format, or claim to have too many values
 */
export function decodeParameters(
  parameters: readonly AbiParameter[],
  bytes: Uint8Array,
): readonly DecodedParameter[] {
  const reader = new Reader(bytes)
  return reader.tuple(parameters, 0)
}

/** Whether a value takes the place of a word with its offset. */
export function isDynamic(parameter: AbiParameter): boolean {
  const array = arrayOf(parameter)
  if (array !== undefined) return array.length === undefined || isDynamic(array.element)
  if (parameter.type === 'tuple') return (parameter.components ?? []).some(isDynamic)
  return parameter.type === 'bytes' || parameter.type === 'string'
}

/** How many bytes a value takes in the head of its tuple. */
export function headSize(parameter: AbiParameter): number {
  if (isDynamic(parameter)) return WORD
  const array = arrayOf(parameter)
  if (array !== undefined) return (array.length ?? 0) * headSize(array.element)
  if (parameter.type !== 'tuple') return WORD
  return (parameter.components ?? []).reduce((sum, each) => sum + headSize(each), 0)
}

class Reader {
  readonly #bytes: Uint8Array
  #values = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  tuple(parameters: readonly AbiParameter[], start: number): readonly DecodedParameter[] {
    let head = start
    return parameters.map((parameter) => {
      const at = isDynamic(parameter) ? start + this.#length(head) : head
      head += headSize(parameter)
      return {
        name: parameter.name ?? '',
        type: parameter.type,
        value: this.#value(parameter, at),
      }
    })
  }

  #value(parameter: AbiParameter, at: number): AbiValue {
    this.#values += 1
    if (this.#values > VALUES_MAX) throw new Error(`the data has more than ${VALUES_MAX} values`)
    const array = arrayOf(parameter)
    if (array !== undefined) {
      const length = array.length ?? this.#length(at)
      if (length > VALUES_MAX) throw new Error(`the data has more than ${VALUES_MAX} values`)
      const elements = Array.from({ length }, () => array.element)
      const start = array.length === undefined ? at + WORD : at
      return this.tuple(elements, start).map(({ value }) => value)
    }
    const { type } = parameter
    if (type === 'tuple') return { members: this.tuple(parameter.components ?? [], at) }
    if (type === 'bytes') return this.#dynamicBytes(at)
    if (type === 'string') return textOf(this.#dynamic(at))
    return wordValue(type, this.#slice(at, WORD))
  }

  #dynamicBytes(at: number): string {
    return `0x${hexOf(this.#dynamic(at))}`
  }

  #dynamic(at: number): Uint8Array {
    return this.#slice(at + WORD, this.#length(at))
  }

  /** A word that is a length or an offset. */
  #length(at: number): number {
    const value = numberOf(this.#slice(at, WORD))
    if (value > BigInt(this.#bytes.length))
      throw new Error('an offset points past the end of the data')
    return Number(value)
  }

  #slice(at: number, length: number): Uint8Array {
    if (at + length > this.#bytes.length) throw new Error('the data ends too early')
    return this.#bytes.subarray(at, at + length)
  }
}

/** A value of one word. */
function wordValue(type: string, word: Uint8Array): AbiValue {
  const [, kind, digits = ''] = /^([a-z]+)(\d*)$/.exec(type) ?? []
  const size = Number(digits)
  switch (kind) {
    case 'uint':
      return numberOf(word)
    case 'int':
      return BigInt.asIntN(256, numberOf(word))
    case 'bool':
      return numberOf(word) !== 0n
    case 'address':
      return `0x${hexOf(word.subarray(12))}`
    case 'bytes':
      return `0x${hexOf(word.subarray(0, size))}`
    case 'function':
      return `0x${hexOf(word.subarray(0, 24))}`
    default:
      throw new Error(`${type} is not a type of the ABI`)
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${hexOf(bytes) || '0'}`)
}

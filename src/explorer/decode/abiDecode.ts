import * as AbiParameters from 'ox/AbiParameters'
import * as Bytes from 'ox/Bytes'
import * as Hex from 'ox/Hex'
import { type AbiParameter, arrayOf, canonicalType } from './abi.ts'
import { codedParameters } from './codedParameter.ts'

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

/** How many values are shown at most. */
const VALUES_MAX = 2_000

/** How often the bytes are read at most, on average. An encoder writes each value once, and a decoder reads it once. */
const READS_MAX = 4

/**
 * Decodes the arguments of a call, the data of a log, or a result.
 *
 * @param data bytes in hex
 * @throws {Error} if the bytes do not have this format, or claim to have too many values
 */
export function decodeParameters(
  parameters: readonly AbiParameter[],
  data: string,
): readonly DecodedParameter[] {
  if (parameters.length === 0) return []
  const coded = codedParameters(parameters)
  let values: readonly unknown[]
  try {
    values = AbiParameters.decode(coded, new LimitedBytes(Bytes.fromHex(data as Hex.Hex)))
  } catch (cause) {
    const types = parameters.map(canonicalType).join(',')
    throw new Error(`the data does not have the format (${types})`, { cause })
  }
  return new Namer().members(parameters, values)
}

/** Bytes whose parts can be read a few times only. A few bytes can claim to be a list of lists without end. */
class LimitedBytes extends Uint8Array {
  #left = READS_MAX * this.length

  override subarray(start = 0, end = this.length): Uint8Array<ArrayBuffer> {
    this.#left -= end - start
    if (this.#left < 0) throw new Error('the same bytes are read again and again')
    return new Uint8Array(this.buffer as ArrayBuffer, start, end - start)
  }
}

/** Gives values the names and types of their parameters. */
class Namer {
  #values = 0

  members(
    parameters: readonly AbiParameter[],
    values: readonly unknown[],
  ): readonly DecodedParameter[] {
    return parameters.map((parameter, index) => ({
      name: parameter.name ?? '',
      type: parameter.type,
      value: this.#value(parameter, values[index]),
    }))
  }

  #value(parameter: AbiParameter, value: unknown): AbiValue {
    this.#values += 1
    if (this.#values > VALUES_MAX) throw new Error(`the data has more than ${VALUES_MAX} values`)
    const element = arrayOf(parameter)?.element
    if (element !== undefined) {
      return (value as readonly unknown[]).map((each) => this.#value(element, each))
    }
    if (parameter.type === 'tuple') {
      return { members: this.members(parameter.components ?? [], value as readonly unknown[]) }
    }
    if (parameter.type === 'string') return Hex.toString(value as Hex.Hex)
    return value as AbiValue
  }
}

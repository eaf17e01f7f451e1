import type * as AbiParameters from 'ox/AbiParameters'
import * as Solidity from 'ox/Solidity'
import { type AbiParameter, arrayOf, DEPTH_MAX } from './abi.ts'

/**
 * Parameters as they are encoded and decoded: without names, because those of members of tuples may be the same; with
 * whole words for numbers, because small ones would be decoded as doubles; and with bytes for texts, because texts
 * would lose their leading zeros.
 *
 * @throws {Error} if a type is not one of the ABI, is empty, or is nested too deeply
 */
export function codedParameters(parameters: readonly AbiParameter[]): AbiParameters.AbiParameters {
  return parameters.map((each) => coded(each, 0))
}

function coded(parameter: AbiParameter, depth: number): AbiParameters.Parameter {
  const { type, components = [] } = parameter
  if (depth > DEPTH_MAX)
    throw new Error(`want at most ${DEPTH_MAX} lists and tuples in one another`)
  const array = arrayOf(parameter)
  if (array !== undefined) {
    const element = coded(array.element, depth + 1)
    // Without a length of zero and empty tuples, each value has bytes, so few bytes cannot claim to be many values.
    if (array.length === 0) throw new Error(`${type} has no values`)
    return { ...element, type: `${element.type}[${array.length ?? ''}]` }
  }
  if (type === 'tuple' && components.length > 0) {
    return { type, components: components.map((each) => coded(each, depth + 1)) }
  }
  return { type: codedLeaf(type) }
}

function codedLeaf(type: string): string {
  if (type === 'address' || type === 'bool' || Solidity.bytesRegex.test(type)) return type
  if (type === 'string') return 'bytes'
  if (type === 'function') return 'bytes24'
  if (Solidity.integerRegex.test(type)) return type.startsWith('u') ? 'uint256' : 'int256'
  throw new Error(`${type} is not a type of the ABI`)
}

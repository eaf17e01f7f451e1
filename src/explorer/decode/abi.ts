import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'

/** A parameter of a function, event or error. */
export interface AbiParameter {
  readonly name?: string | undefined
  readonly type: string
  readonly indexed?: boolean | undefined
  /** of a tuple */
  readonly components?: readonly AbiParameter[] | undefined
}

/** A function, event or error of a contract. */
export interface AbiItem {
  readonly type: string
  readonly name?: string
  readonly inputs?: readonly AbiParameter[]
  readonly outputs?: readonly AbiParameter[]
  readonly stateMutability?: string
  readonly anonymous?: boolean
}

export type Abi = readonly AbiItem[]

/** How many lists and tuples of a type may be in one another: more, and reading it would take long or fail. */
export const DEPTH_MAX = 32

/** The signature that selectors and topics are hashes of, such as `transfer(address,uint256)`. */
export function signatureOf({ name = '', inputs = [] }: AbiItem): string {
  return `${name}(${inputs.map(canonicalType).join(',')})`
}

/** The first four bytes of calls of a function, or of the data of an error. */
export function selectorOf(item: AbiItem): string {
  return topicOf(item).slice(0, 10)
}

/** The first topic of the logs of an event. */
export function topicOf(item: AbiItem): string {
  // Not by ox's AbiItem, which writes the names of parameters into the text that it then reads.
  return Hash.keccak256(Hex.fromString(signatureOf(item)))
}

/** The type of a parameter with tuples written out. */
export function canonicalType({ type, components = [] }: AbiParameter): string {
  if (!type.startsWith('tuple')) return type
  return `(${components.map(canonicalType).join(',')})${type.slice('tuple'.length)}`
}

/** The element type and the length of an array type; undefined for other types. */
export function arrayOf(
  parameter: AbiParameter,
): { readonly element: AbiParameter; readonly length: number | undefined } | undefined {
  const [, type, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? []
  if (type === undefined) return undefined
  return { element: { ...parameter, type }, length: length ? Number(length) : undefined }
}

/**
 * Reads an ABI that a person has pasted: a JSON list, or an artefact of a compiler with `abi`.
 *
 * @throws {Error} that says what is wrong
 */
export function readAbi(text: string): Abi {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('This is not JSON. Paste the ABI as JSON: [{ "type": "function", … }].')
  }
  const list = Array.isArray(value) ? value : (value as { readonly abi?: unknown } | null)?.abi
  if (!Array.isArray(list) || !list.every(isItem)) {
    throw new Error(
      'An ABI is a list of objects with a type, or an object with such a list as abi.',
    )
  }
  return list
}

function isItem(value: unknown): value is AbiItem {
  if (typeof value !== 'object' || value === null) return false
  const { type, inputs, outputs, name } = value as Record<string, unknown>
  return (
    typeof type === 'string' &&
    (name === undefined || typeof name === 'string') &&
    areParameters(inputs, 0) &&
    areParameters(outputs, 0)
  )
}

function areParameters(value: unknown, depth: number): boolean {
  if (value === undefined) return true
  return (
    Array.isArray(value) &&
    depth < DEPTH_MAX &&
    value.every(
      (each) =>
        typeof each === 'object' &&
        each !== null &&
        typeof each.type === 'string' &&
        areParameters(each.components, depth + 1),
    )
  )
}

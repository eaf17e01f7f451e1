import { isObject, show } from '../../../primitives/input.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import type { Steps } from '../../steps.ts'
import { encodePrimitive, isPrimitive } from './encodePrimitive.ts'
import { StructTypes } from './structTypes.ts'
import type { TypedData, TypedDataField, TypedDataValues } from './typedData.ts'
import { TypedDataError } from './typedDataError.ts'

/** How deeply structs and arrays may be nested. */
const DEPTH_MAX = 64

/** How many values may be hashed: types can make missing structs of them, so the size of the JSON does not bound this. */
const VALUES_MAX = 65_536

const DOMAIN = 'EIP712Domain'

/** The members of a domain, in order (EIP-712). */
const domainFields: readonly TypedDataField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * The digest of typed data that is signed (EIP-712), as wallets compute it for `eth_signTypedData_v4`: a struct that is
 * missing or null is 32 zero bytes, and members that its type does not have are ignored. If the types have no
 * `EIP712Domain`, the domain has the standard members that are given.
 *
 * @returns 32 bytes
 * @throws {TypedDataError} if a type or value is not valid
 */
export function* hashTypedData(data: TypedData): Steps<Uint8Array> {
  const { domain, message, primaryType } = data
  const types = new StructTypes({ [DOMAIN]: domainTypeOf(domain), ...data.types })
  if (types.fieldsOf(primaryType) === undefined) {
    throw new TypedDataError('primaryType', `there is no type ${show(primaryType)}`)
  }
  const hasher = new Hasher(types)
  const parts = [Uint8Array.of(0x19, 0x01), yield* hasher.struct(DOMAIN, domain, 'domain', 0)]
  if (primaryType !== DOMAIN) parts.push(yield* hasher.struct(primaryType, message, 'message', 0))
  return keccak256(Buffer.concat(parts))
}

function domainTypeOf(domain: TypedDataValues): readonly TypedDataField[] {
  return domainFields.filter(({ name }) => (domain[name] ?? null) !== null)
}

class Hasher {
  readonly #types: StructTypes
  #values = 0

  constructor(types: StructTypes) {
    this.#types = types
  }

  *struct(type: string, value: unknown, at: string, depth: number): Steps<Uint8Array> {
    if (!isObject(value)) throw mismatch(type, value, at)
    const values = value as TypedDataValues
    const parts = [this.#types.hashOf(type)]
    for (const { name, type: fieldType } of this.#types.fieldsOf(type) ?? []) {
      const member = Object.hasOwn(values, name) ? values[name] : undefined
      parts.push(yield* this.#value(fieldType, member, `${at}.${name}`, depth + 1))
    }
    return keccak256(Buffer.concat(parts))
  }

  *#value(type: string, value: unknown, at: string, depth: number): Steps<Uint8Array> {
    if (depth > DEPTH_MAX) throw new TypedDataError(at.slice(0, 100), 'it is nested too deeply')
    this.#values++
    if (this.#values > VALUES_MAX) throw tooMany(at)
    yield 0
    if (type.endsWith(']')) return yield* this.#array(type, value, at, depth)
    if (isPrimitive(type)) return encodePrimitive(type, value, at)
    if (value === undefined || value === null) return new Uint8Array(32)
    return yield* this.struct(type, value, at, depth)
  }

  *#array(type: string, value: unknown, at: string, depth: number): Steps<Uint8Array> {
    const bracket = type.lastIndexOf('[')
    const length = type.slice(bracket + 1, -1)
    if (!Array.isArray(value)) throw mismatch(type, value, at)
    if (length !== '' && Number(length) !== value.length) {
      throw new TypedDataError(at, `provided ${value.length} items, but the type is '${type}'`)
    }
    const item = type.slice(0, bracket)
    if (value.length > VALUES_MAX) throw tooMany(at)
    const words = new Uint8Array(32 * value.length)
    for (const [index, each] of value.entries()) {
      words.set(yield* this.#value(item, each, `${at}[${index}]`, depth + 1), 32 * index)
    }
    return keccak256(words)
  }
}

function tooMany(at: string): TypedDataError {
  return new TypedDataError(at, `there are more than ${VALUES_MAX} values`)
}

function mismatch(type: string, value: unknown, at: string): TypedDataError {
  return new TypedDataError(at, `provided data ${show(value)} doesn't match type '${type}'`)
}

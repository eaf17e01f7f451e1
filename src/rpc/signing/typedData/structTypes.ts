import { keccak256 } from '../../../primitives/keccak.ts'
import { isPrimitive } from './encodePrimitive.ts'
import type { TypedData, TypedDataField } from './typedData.ts'
import { TypedDataError } from './typedDataError.ts'

/** The most characters of all type encodings together: a type repeats those of all types that it refers to. */
const ENCODING_LENGTH_MAX = 256 * 1024

/** The most characters of a name, which errors contain. */
const NAME_LENGTH_MAX = 256

export class StructTypes {
  readonly #fields: ReadonlyMap<string, readonly TypedDataField[]>
  readonly #hashes = new Map<string, Uint8Array>()
  #encodingLength = 0

  /** @throws {TypedDataError} if a type is not valid */
  constructor(types: TypedData['types']) {
    this.#fields = new Map(Object.entries(types))
    for (const [name, fields] of this.#fields) this.#check(name, fields)
  }

  /** The members of a struct type; undefined if there is no such type. */
  fieldsOf(name: string): readonly TypedDataField[] | undefined {
    return this.#fields.get(name)
  }

  /**
   * The hash of a struct type with all types that it refers to.
   *
   * @throws {TypedDataError} if the encodings of types become too long
   */
  hashOf(name: string): Uint8Array {
    const known = this.#hashes.get(name)
    if (known !== undefined) return known
    const hash = keccak256(Buffer.from(this.#encodingOf(name), 'utf8'))
    this.#hashes.set(name, hash)
    return hash
  }

  #check(name: string, fields: readonly TypedDataField[]): void {
    requireName('types', name)
    if (isPrimitive(name)) throw new TypedDataError('types', `${name} is a type of Solidity`)
    const names = new Set<string>()
    for (const { name: field, type } of fields) {
      requireName(`types.${name}`, field)
      const at = `types.${name}.${field}`
      // Otherwise the same value would be hashed several times, at each level of depth.
      if (names.has(field)) throw new TypedDataError(at, 'there are several of this name')
      names.add(field)
      if (type.length > NAME_LENGTH_MAX) throw new TypedDataError(at, 'its type is too long')
      if (!/^[^[\]]+(?:\[\d*\])*$/.test(type)) {
        throw new TypedDataError(at, `'${type}' is not a type`)
      }
      const base = baseOf(type)
      if (!isPrimitive(base) && !this.#fields.has(base)) {
        throw new TypedDataError(at, `reference type '${base}' is undefined`)
      }
    }
  }

  #encodingOf(name: string): string {
    const [first, ...others] = this.#dependenciesOf(name)
    let encoding = ''
    for (const each of [first as string, ...others.sort()]) {
      const fields = this.#fields.get(each) ?? []
      encoding += `${each}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`
      if (this.#encodingLength + encoding.length > ENCODING_LENGTH_MAX) {
        throw new TypedDataError(
          'types',
          `their encodings have more than ${ENCODING_LENGTH_MAX} characters`,
        )
      }
    }
    this.#encodingLength += encoding.length
    return encoding
  }

  /** The type and those that it refers to, directly or not. */
  #dependenciesOf(name: string): Set<string> {
    const found = new Set([name])
    // A set has what is added while it is iterated, too.
    for (const each of found) {
      for (const { type } of this.#fields.get(each) ?? []) {
        const base = baseOf(type)
        if (this.#fields.has(base)) found.add(base)
      }
    }
    return found
  }
}

/** A type without its array brackets. */
function baseOf(type: string): string {
  const bracket = type.indexOf('[')
  return bracket === -1 ? type : type.slice(0, bracket)
}

/** Any name that the encoding of a type shows unambiguously: some programs have a colon in the names of types. */
function requireName(at: string, name: string): void {
  if (name === '') throw new TypedDataError(at, 'a name is empty')
  if (name.length > NAME_LENGTH_MAX) throw new TypedDataError(at, 'a name is too long')
  if (/[\s()[\],]/.test(name)) throw new TypedDataError(at, `'${name}' is not a name`)
}

import { FaultError } from './faultError.ts'

/**
 * Reads a value of plain JSON.
 *
 * @param path where it stands, for the error
 * @throws {FaultError}
 */
export type Reader<T> = (value: unknown, path: string) => T

/** The readers of an object's fields. */
export type Fields<T> = { readonly [Name in keyof T]-?: Reader<T[Name]> }

export function wholeNumber(low: number, high = Number.MAX_SAFE_INTEGER): Reader<number> {
  const range = high === Number.MAX_SAFE_INTEGER ? `of at least ${low}` : `from ${low} to ${high}`
  return (value, path) => {
    if (!Number.isSafeInteger(value) || (value as number) < low || (value as number) > high) {
      throw mismatch(value, path, `a whole number ${range}`)
    }
    return value as number
  }
}

export const text: Reader<string> = (value, path) => {
  if (typeof value !== 'string' || value === '') {
    throw mismatch(value, path, 'a text')
  }
  return value
}

/** Any JSON, of which the reader's own copy is kept; what is undefined counts as left out. */
export const json: Reader<unknown> = (value, path) => {
  if (value === undefined) return undefined
  const written = writeJson(value)
  if (written === undefined) throw new FaultError(path, `${show(value)} is no JSON`)
  return JSON.parse(written)
}

export function oneOf<const T>(...choices: readonly T[]): Reader<T> {
  return (value, path) => {
    if (choices.includes(value as T)) return value as T
    if (value === undefined) throw mismatch(value, path, `one of: ${choices.join(', ')}`)
    throw new FaultError(path, `${show(value)} is none of: ${choices.join(', ')}`)
  }
}

/** For what may be left out; `null` is not leaving out. */
export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, path) => (value === undefined ? undefined : read(value, path))
}

/** A list of at least one. */
export function list<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length === 0) {
      throw mismatch(value, path, 'a list of at least one')
    }
    return Array.from(value, (each, place) => read(each, `${path}[${place}]`))
  }
}

/** One, or a list of them. */
export function oneOrMore<T>(read: Reader<T>): Reader<readonly T[]> {
  const readList = list(read)
  return (value, path) => (Array.isArray(value) ? readList(value, path) : [read(value, path)])
}

/**
 * Two numbers in a list, the first no larger than the second.
 *
 * @param form what they are, for the error
 */
export function ascendingPair(
  first: Reader<number>,
  second: Reader<number>,
  form: string,
): Reader<readonly [number, number]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length !== 2) {
      throw mismatch(value, path, form)
    }
    const [low, high] = [first(value[0], `${path}[0]`), second(value[1], `${path}[1]`)]
    if (low > high) throw new FaultError(path, `${low} is more than ${high}`)
    return [low, high]
  }
}

/** An object of these fields and no others. */
export function object<T>(fields: Fields<T>): Reader<T> {
  const names = Object.keys(fields)
  return (value, path) => {
    requireObject(value, path, ` of ${names.join(', ')}`)
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
    if (unknown !== undefined) {
      const problem = `there is no such field; those known are: ${names.join(', ')}`
      throw new FaultError(`${path}.${unknown}`, problem)
    }
    const read = Object.entries<Reader<unknown>>(fields)
      .map(([name, read]) => [name, read(value[name], `${path}.${name}`)] as const)
      .filter(([, field]) => field !== undefined)
    return Object.fromEntries(read) as T
  }
}

/**
 * @param of what is known of it, for the error
 * @throws {FaultError} where it is none
 */
export function requireObject(
  value: unknown,
  path: string,
  of = '',
): asserts value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw mismatch(value, path, `an object${of}`)
  }
}

/** @param wanted what would be right */
export function mismatch(value: unknown, path: string, wanted: string): FaultError {
  const problem =
    value === undefined ? `it is missing; want ${wanted}` : `${show(value)} is not ${wanted}`
  return new FaultError(path, problem)
}

/** undefined for what is no JSON: functions, bigints, and what contains itself */
function writeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** A value in a few words: it may be long, and of any type. */
function show(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 40)}'`
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

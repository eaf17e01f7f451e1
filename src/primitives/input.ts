import * as v from 'valibot'
import { editDistance } from './editDistance.ts'
import type { Hex } from './hex.ts'
import { inOneLine } from './inOneLine.ts'

// Describes plain input (options, specs, rules, settings files) by one schema, from which the type (`v.InferOutput`),
// the check, the path of errors and the JSON Schema follow. Valibot loads in 6 ms, Zod 4 in more than 60, and bundlers
// drop the parts of Valibot that are not used.

/** A schema of plain input. */
export type Input<T = unknown> = v.GenericSchema<unknown, T>

/**
 * A schema for each member of an interface. `satisfies InputsOf<ServeLimits>` keeps the schemas in step with the
 * interface and its documentation: it does not compile if a member or a type differs.
 */
export type InputsOf<T> = { readonly [Name in keyof T]-?: Input<T[Name]> }

/** A suggestion differs from the misspelt name by at most this many letters; for a short name by one. */
const LETTERS_MAX = 2
const SHORT_NAME = 4

/** An object without its undefined members. */
type WithoutUndefined<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Name in keyof T]: Exclude<T[Name], undefined> }
    : T

/**
 * Checks a value.
 *
 * @param path of the value, for the error: `faults[0]`, or empty at the top
 * @param fail makes the error from a path and a problem, such as `-1 is not a whole number of at least 0`
 * @returns the value as the schema describes it, with defaults filled in and undefined members left out
 */
export function readInput<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
  path: string,
  fail: (path: string, problem: string) => Error,
): WithoutUndefined<T> {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output as WithoutUndefined<T>
  const [issue] = result.issues
  // Both may quote the input, which may have line breaks.
  throw fail(inOneLine(pathOf(path, issue)), inOneLine(issue.message))
}

function pathOf(start: string, { path }: v.BaseIssue<unknown>): string {
  let written = start
  for (const { key } of path ?? []) {
    if (typeof key === 'number') written += `[${key}]`
    else written += written === '' ? key : `.${key}`
  }
  return written
}

/** A whole number from `low` to `high`, both included. */
export function wholeNumber(low: number, high = Number.MAX_SAFE_INTEGER) {
  const range = high === Number.MAX_SAFE_INTEGER ? `of at least ${low}` : `from ${low} to ${high}`
  const problem = wanted(`a whole number ${range}`)
  return v.pipe(
    v.number(problem),
    v.safeInteger(problem),
    v.minValue(low, problem),
    v.maxValue(high, problem),
  )
}

/** A non-empty string. */
export const nonEmptyString = v.pipe(
  v.string(wanted('a non-empty string')),
  v.nonEmpty(wanted('a non-empty string')),
)

/** Among more choices than these, the similar one would not be seen. */
const LISTED_BESIDE_SUGGESTION_MAX = 50

/** Hex digits after `0x` that match a pattern, in lower case. */
export function hexText(pattern: RegExp, problem: (issue: { readonly input: unknown }) => string) {
  return v.pipe(
    v.string(problem),
    v.regex(pattern, problem),
    v.transform((text) => text.toLowerCase() as Hex),
  )
}

/** One of these values, which the error lists, unless the list is long and one of them is similar to what was given. */
export function oneOf<const T extends readonly (string | number)[]>(...choices: T) {
  const list = choices.join(', ')
  return v.picklist(choices, ({ input }) => {
    if (input === undefined) return `it is missing; want one of: ${list}`
    const similar = suggestion(input, choices)
    const isListed = similar === '' || choices.length <= LISTED_BESIDE_SUGGESTION_MAX
    return `${show(input)} is none of${isListed ? `: ${list}` : ` ${choices.length} known`}${similar}`
  })
}

export const boolean = v.boolean(({ input }) => `${show(input)} is none of: true, false`)

/** A non-empty list. */
export function list<const T extends v.GenericSchema>(item: T) {
  const problem = wanted('a list of at least one')
  return v.pipe(v.array(item, problem), v.nonEmpty(problem))
}

/** The words of an object's error messages. */
interface ObjectWords {
  /** the word for a member, such as `option`; by default `field` */
  readonly member?: string
  /** what is accepted instead of a value that is not an object; by default `an object of` its members */
  readonly wanted?: string
  /** members that users do not know of, so the error does not list them */
  readonly internal?: readonly string[]
  /** problems with members that belong elsewhere, by name */
  readonly elsewhere?: Readonly<Record<string, string>>
}

/**
 * An object of these members and no others. An unknown member is reported before a missing one, because it is often the
 * missing one misspelt.
 */
export function object<const T extends v.ObjectEntries>(entries: T, words: ObjectWords = {}) {
  const names = Object.keys(entries).filter((name) => !words.internal?.includes(name))
  const { member = 'field', wanted: right = `an object of ${names.join(', ')}` } = words
  const message = ({ input, path }: v.StrictObjectIssue | v.ObjectIssue): string => {
    if (path === undefined) return notWanted(input, right)
    const key = String(path[0].key)
    const entry = Object.hasOwn(entries, key) ? entries[key] : undefined
    if (entry !== undefined) return problemOf(entry, undefined)
    const elsewhere = words.elsewhere?.[key]
    if (elsewhere !== undefined) return elsewhere
    return noSuch(member, key, names)
  }
  const ownEntries = withoutPrototype(entries)
  const schema = v.strictObject(ownEntries, message)
  // What is unknown was refused before: a strict object would refuse members of its prototype, too.
  const open = v.object(ownEntries, message)
  return membersOf(schema, open['~run'].bind(open), (key) => Object.hasOwn(entries, key))
}

/** An object of these members and any others, which are kept. */
export function openObject<const T extends v.ObjectEntries>(entries: T, right: string) {
  const schema = v.looseObject(withoutPrototype(entries), ({ input, path }) => {
    const entry = path && entries[String(path[0].key)]
    return entry === undefined ? notWanted(input, right) : problemOf(entry, undefined)
  })
  return membersOf(schema, schema['~run'].bind(schema), () => true)
}

/** An object whose members are all of one kind, under any names: `v.record` leaves out some, such as `constructor`. */
export function recordOf<const T extends v.GenericSchema>(item: T, right: string) {
  const schema = v.record(v.string(), item, wanted(right))
  return withCheck(schema, (dataset, config) => {
    const { value } = dataset
    if (!isObject(value)) return refused(schema, dataset, config)
    const read: [name: string, value: unknown][] = []
    for (const [name, member] of Object.entries(value)) {
      const result = item['~run']({ value: member }, config)
      if (result.issues !== undefined) return refusedMember(dataset, name, result.issues)
      read.push([name, result.value])
    }
    return Object.assign(dataset, { typed: true as const, value: Object.fromEntries(read) })
  })
}

/** valibot also goes over what an object inherits, and a careless library may have added to `Object.prototype`. */
function withoutPrototype<T extends v.ObjectEntries>(entries: T): T {
  return Object.assign(Object.create(null), entries)
}

function membersOf<const T extends v.GenericSchema>(
  schema: T,
  run: Run,
  isKnown: (key: string) => boolean,
) {
  return withCheck(schema, (dataset, config) => {
    const { value } = dataset
    // Valibot accepts a list as an object.
    if (Array.isArray(value)) return refused(schema, dataset, config)
    const unknown = isObject(value) ? Object.keys(value).find((key) => !isKnown(key)) : undefined
    if (unknown !== undefined) return refused(schema, dataset, config, unknown)
    const result = run(dataset, config)
    if (result.typed) leaveOutUndefined(result.value as Record<string, unknown>)
    return result
  })
}

function leaveOutUndefined(read: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(read)) if (value === undefined) delete read[name]
}

/**
 * A list of two values.
 *
 * @param items names them in the error: `a pair [fewest, most]`
 */
export function pair<const A extends v.GenericSchema, const B extends v.GenericSchema>(
  first: A,
  second: B,
  items: string,
) {
  const schema = v.strictTuple([first, second], wanted(items))
  const run: Run = schema['~run'].bind(schema)
  return withCheck(schema, (dataset, config) =>
    Array.isArray(dataset.value) && dataset.value.length === 2
      ? run(dataset, config)
      : refused(schema, dataset, config),
  )
}

/**
 * A schema whose values are checked by the schema that `pick` selects. Its error describes the closest match, where
 * that of a union could only say that no schema matches.
 */
export function checkedBy<const T extends v.GenericSchema>(
  schema: T,
  pick: (value: unknown) => v.GenericSchema,
): T {
  return withCheck(schema, (dataset, config) => pick(dataset.value)['~run'](dataset, config))
}

/** Checks values by the first schema if `isFirst` returns true, by the second otherwise. */
export function either<const A extends v.GenericSchema, const B extends v.GenericSchema>(
  isFirst: (value: unknown) => boolean,
  first: A,
  second: B,
) {
  return checkedBy(v.union([first, second]), (value) => (isFirst(value) ? first : second))
}

/** A value, or a non-empty list of values. */
export function oneOrMore<const T extends v.GenericSchema>(item: T) {
  return either(Array.isArray, list(item), item)
}

/** Whether a value is an object other than a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A function, whose parameters and result nothing can check. */
export function callback<T extends (...args: never) => unknown>() {
  return v.custom<T>((value) => typeof value === 'function', wanted('a function'))
}

/** An AbortSignal of this program's or of a library's own class. */
export const abortSignal = v.custom<AbortSignal>(
  (value) =>
    isObject(value) &&
    'aborted' in value &&
    'addEventListener' in value &&
    typeof value.addEventListener === 'function',
  wanted('an AbortSignal'),
)

/** A value that other code checks, because its errors have another class or no schema can describe it. */
export function checkedElsewhere<T>(): v.CustomSchema<T, undefined> {
  return v.custom<T>(() => true)
}

/** Adds a sentence to a schema, for the JSON Schema and the help of the command line. */
export function described<const T extends v.GenericSchema>(schema: T, sentence: string) {
  return v.pipe(schema, v.description(sentence))
}

/** A problem with one part of a value that depends on other parts. */
export interface Mismatch {
  readonly path: readonly (string | number)[]
  readonly problem: string
}

/** Checks the parts of a value against each other, which JSON Schema cannot express. */
export function consistent<T>(find: (value: T) => Mismatch | undefined): v.RawCheckAction<T> {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    const mismatch = dataset.typed ? find(dataset.value) : undefined
    if (mismatch === undefined) return
    const [first, ...rest] = mismatch.path.map(pathItem)
    const { problem: message } = mismatch
    addIssue(first === undefined ? { message } : { message, path: [first, ...rest] })
  })
}

type Run = v.GenericSchema['~run']

/** Replaces the check of a schema, and keeps its description for valibot and its converters. */
function withCheck<const T extends v.GenericSchema>(schema: T, run: Run): T {
  return Object.assign(schema, { '~run': run })
}

/** @param key of the invalid part; by default the whole value */
function refused(
  schema: v.GenericSchema,
  dataset: Parameters<Run>[0],
  config: Parameters<Run>[1],
  key?: string,
): v.FailureDataset<v.BaseIssue<unknown>> {
  const where = key === undefined ? {} : { path: [pathItem(key)] as [v.UnknownPathItem] }
  v._addIssue(schema, 'type', dataset, config, where)
  // The compiler does not know that this has added an issue.
  return dataset as unknown as v.FailureDataset<v.BaseIssue<unknown>>
}

/** Refuses an object for the issues of a member. */
function refusedMember(
  dataset: Parameters<Run>[0],
  name: string,
  issues: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
): v.FailureDataset<v.BaseIssue<unknown>> {
  for (const issue of issues)
    Object.assign(issue, { path: [pathItem(name), ...(issue.path ?? [])] })
  return Object.assign(dataset, { typed: false as const, issues })
}

function pathItem(key: unknown): v.UnknownPathItem {
  return { type: 'unknown', origin: 'value', input: undefined, key, value: undefined }
}

/** The error message of a schema for an invalid value. */
function problemOf(schema: v.GenericSchema | v.GenericSchemaAsync, value: unknown): string {
  const { issues } = v.safeParse(schema as v.GenericSchema, value, { abortEarly: true })
  return issues?.[0].message ?? 'it is missing'
}

/** Makes the error message of a schema that accepts this. */
export function wanted(right: string): (issue: { readonly input: unknown }) => string {
  return ({ input }) => notWanted(input, right)
}

function notWanted(value: unknown, right: string): string {
  return value === undefined ? `it is missing; want ${right}` : `${show(value)} is not ${right}`
}

/**
 * The message for an unknown name, which lists the known ones.
 *
 * @param what the name is for, such as `option`
 */
export function noSuch(what: string, name: string, known: readonly string[]): string {
  return `there is no such ${what}; those known are: ${known.join(', ')}${suggestion(name, known)}`
}

/** `; did you mean depth?`, or an empty string if no name is similar. */
function suggestion(name: unknown, known: readonly unknown[]): string {
  const similar = nearest(name, known)
  return similar === undefined ? '' : `; did you mean ${similar}?`
}

/** The name that is most similar to a misspelt one; undefined if none is similar. */
export function nearest(name: unknown, known: readonly unknown[]): string | undefined {
  if (typeof name !== 'string') return undefined
  const lettersMax = name.length <= SHORT_NAME ? 1 : LETTERS_MAX
  const distances = known
    .filter((each) => typeof each === 'string')
    .map((each) => ({ each, distance: editDistance(each, name, lettersMax) }))
    .filter(({ distance }) => distance !== undefined)
    .toSorted((one, other) => Number(one.distance) - Number(other.distance))
  return distances[0]?.each
}

/** Describes a value of any type and size in a few words. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 40)}'`
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `${value}n`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

import * as v from 'valibot'
import { editDistance } from './editDistance.ts'
import { inOneLine } from './inOneLine.ts'

// How plain input (options, specs, rules, files of settings) is described: one schema, from which follow the type
// (`v.InferOutput`), the check, the error with its path, and the JSON Schema. Valibot because it loads in 6 ms, where
// Zod 4 takes 60 and more, and because its schemas are functions: what is not used is not bundled.

/** A schema of plain input. */
export type Input<T = unknown> = v.GenericSchema<unknown, T>

/**
 * A schema for each member of an interface. `satisfies InputsOf<ServeLimits>` ties the schemas to the interface, which
 * has the documentation that editors show: it does not compile where one of them has another member, or another type.
 */
export type InputsOf<T> = { readonly [Name in keyof T]-?: Input<T[Name]> }

/** A misspelt name differs from the one that was meant by at most this many letters; a short one by one. */
const LETTERS_MAX = 2
const SHORT_NAME = 4

/** Of an object: the members that are undefined have been left out. */
type WithoutUndefined<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Name in keyof T]: Exclude<T[Name], undefined> }
    : T

/**
 * Checks a value.
 *
 * @param path where the value is, for the error: `faults[0]`, or empty at the top
 * @param fail makes the error of a path and a problem, such as `-1 is not a whole number of at least 0`
 * @returns the value as the schema describes it: members that are undefined are left out, defaults are filled in
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

/** A whole number, `low` and `high` included. */
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

/** A string of at least one character. */
export const text = v.pipe(v.string(wanted('a text')), v.nonEmpty(wanted('a text')))

/** One of these values, which the error lists. */
export function oneOf<const T extends readonly (string | number)[]>(...choices: T) {
  const list = choices.join(', ')
  return v.picklist(choices, ({ input }) =>
    input === undefined
      ? `it is missing; want one of: ${list}`
      : `${show(input)} is none of: ${list}${suggestion(input, choices)}`,
  )
}

export const boolean = v.boolean(({ input }) => `${show(input)} is none of: true, false`)

/** A list of at least one. */
export function list<const T extends v.GenericSchema>(item: T) {
  const problem = wanted('a list of at least one')
  return v.pipe(v.array(item, problem), v.nonEmpty(problem))
}

/** How the errors of an object speak of it. */
interface ObjectWords {
  /** what its members are called: `option`; by default `field` */
  readonly member?: string
  /** what would be right in place of what is no object: by default `an object of` its members */
  readonly wanted?: string
  /** what is wrong with members that belong elsewhere, by their names */
  readonly elsewhere?: Readonly<Record<string, string>>
}

/**
 * An object of these members and no others. An unknown member is reported before one that is missing: most often it is
 * the missing one, misspelt.
 */
export function object<const T extends v.ObjectEntries>(entries: T, words: ObjectWords = {}) {
  const names = Object.keys(entries)
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

/** An object of these members and any others, which are kept as they are. */
export function openObject<const T extends v.ObjectEntries>(entries: T, right: string) {
  const schema = v.looseObject(withoutPrototype(entries), ({ input, path }) => {
    const entry = path && entries[String(path[0].key)]
    return entry === undefined ? notWanted(input, right) : problemOf(entry, undefined)
  })
  return membersOf(schema, schema['~run'].bind(schema), () => true)
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
  return withRun(schema, (dataset, config) => {
    const { value } = dataset
    // To valibot a list is an object, too.
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
 * Two values in a list.
 *
 * @param form what they are, for the error: `a pair [fewest, most]`
 */
export function pair<const A extends v.GenericSchema, const B extends v.GenericSchema>(
  first: A,
  second: B,
  form: string,
) {
  const schema = v.strictTuple([first, second], wanted(form))
  const run: Run = schema['~run'].bind(schema)
  return withRun(schema, (dataset, config) =>
    Array.isArray(dataset.value) && dataset.value.length === 2
      ? run(dataset, config)
      : refused(schema, dataset, config),
  )
}

/**
 * A schema, but a value is checked by the one that `pick` gives for it: then the error is about what was meant, where a
 * union could only say that nothing fits.
 */
export function checkedBy<const T extends v.GenericSchema>(
  schema: T,
  pick: (value: unknown) => v.GenericSchema,
): T {
  return withRun(schema, (dataset, config) => pick(dataset.value)['~run'](dataset, config))
}

/** The first of two schemas for values of which `isFirst` is true, the second for all others. */
export function either<const A extends v.GenericSchema, const B extends v.GenericSchema>(
  isFirst: (value: unknown) => boolean,
  first: A,
  second: B,
) {
  return checkedBy(v.union([first, second]), (value) => (isFirst(value) ? first : second))
}

/** One, or a list of at least one. */
export function oneOrMore<const T extends v.GenericSchema>(item: T) {
  return either(Array.isArray, list(item), item)
}

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What other code checks, because its errors are of another class, or because no schema can. */
export function checkedElsewhere<T>(): v.CustomSchema<T, undefined> {
  return v.custom<T>(() => true)
}

/** The same schema with a sentence about it, which is in the JSON Schema and in the help of the command line. */
export function described<const T extends v.GenericSchema>(schema: T, sentence: string) {
  return v.pipe(schema, v.description(sentence))
}

/** What is wrong with one part of a value, as far as it follows from the others. */
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

/** The same schema, which runs otherwise: what describes it stays as valibot and its converters know it. */
function withRun<const T extends v.GenericSchema>(schema: T, run: Run): T {
  return Object.assign(schema, { '~run': run })
}

/** @param key of the part that is wrong; by default it is the whole */
function refused(
  schema: v.GenericSchema,
  dataset: Parameters<Run>[0],
  config: Parameters<Run>[1],
  key?: string,
): v.FailureDataset<v.BaseIssue<unknown>> {
  const where = key === undefined ? {} : { path: [pathItem(key)] as [v.UnknownPathItem] }
  v._addIssue(schema, 'type', dataset, config, where)
  return dataset as unknown as v.FailureDataset<v.BaseIssue<unknown>>
}

function pathItem(key: unknown): v.UnknownPathItem {
  return { type: 'unknown', origin: 'value', input: undefined, key, value: undefined }
}

/** The message that a schema has for a value that does not fit it. */
function problemOf(schema: v.GenericSchema | v.GenericSchemaAsync, value: unknown): string {
  const { issues } = v.safeParse(schema as v.GenericSchema, value, { abortEarly: true })
  return issues?.[0].message ?? 'it is missing'
}

/** The message of a schema that wants this. */
export function wanted(right: string): (issue: { readonly input: unknown }) => string {
  return ({ input }) => notWanted(input, right)
}

function notWanted(value: unknown, right: string): string {
  return value === undefined ? `it is missing; want ${right}` : `${show(value)} is not ${right}`
}

/**
 * Says that nothing has a name, and what has one.
 *
 * @param what is looked for: `option`
 */
export function noSuch(what: string, name: string, known: readonly string[]): string {
  return `there is no such ${what}; those known are: ${known.join(', ')}${suggestion(name, known)}`
}

/** `; did you mean depth?`, or nothing where no name is alike. */
function suggestion(name: unknown, known: readonly unknown[]): string {
  if (typeof name !== 'string') return ''
  const lettersMax = name.length <= SHORT_NAME ? 1 : LETTERS_MAX
  const distances = known
    .filter((each) => typeof each === 'string')
    .map((each) => ({ each, distance: editDistance(each, name, lettersMax) }))
    .filter(({ distance }) => distance !== undefined)
    .toSorted((one, other) => Number(one.distance) - Number(other.distance))
  return distances[0] === undefined ? '' : `; did you mean ${distances[0].each}?`
}

/** A value in a few words: it may be long, and of any type. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 40)}'`
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** What a schema describes, for types that users write: lists and objects may be read-only. */
export type ReadonlyDeep<T> = T extends object
  ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> }
  : T

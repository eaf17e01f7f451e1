import * as v from 'valibot'
import { editDistance } from './editDistance.ts'

// How plain input (options, specs, rules, files of settings) is described: one schema, from which follow the type
// (`v.InferOutput`), the check, the error with its path, and the JSON Schema. Valibot because it loads in 6 ms, where
// Zod 4 takes 60 and more, and because its schemas are functions: what is not used is not bundled.

/** A schema of plain input. */
export type Input<T = unknown> = v.GenericSchema<unknown, T>

/** A misspelt name differs from the one that was meant by at most this many letters. */
const LETTERS_MAX = 2

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
): T {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  throw fail(pathOf(path, issue), issue.message)
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
}

/** An object of these members and no others. */
export function object<const T extends v.ObjectEntries>(entries: T, words: ObjectWords = {}) {
  const names = Object.keys(entries)
  const schema = v.strictObject(entries, (issue) => {
    const { member = 'field', wanted: right = `an object of ${names.join(', ')}` } = words
    if (issue.path === undefined) return notWanted(issue.input, right)
    const key = String(issue.path[0].key)
    const entry = Object.hasOwn(entries, key) ? entries[key] : undefined
    if (entry !== undefined) return problemOf(entry, undefined)
    return `there is no such ${member}; those known are: ${names.join(', ')}${suggestion(key, names)}`
  })
  return withFirstChecks(schema)
}

/** To valibot a list is an object, too; and it tells what is missing before what is misspelt. */
function withFirstChecks<const T extends ReturnType<typeof v.strictObject>>(schema: T): T {
  const run: v.GenericSchema['~run'] = (schema as v.GenericSchema)['~run'].bind(schema)
  const runChecked: typeof run = (dataset, config) => {
    const { value } = dataset
    if (typeof value !== 'object' || value === null) return run(dataset, config)
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(schema.entries, name))
    if (!Array.isArray(value) && unknown === undefined) return run(dataset, config)
    if (Array.isArray(value)) v._addIssue(schema as v.GenericSchema, 'type', dataset, config)
    else
      v._addIssue(
        schema as v.GenericSchema,
        'key',
        dataset,
        config,
        unknownKey(value, String(unknown)),
      )
    return dataset as unknown as v.FailureDataset<v.BaseIssue<unknown>>
  }
  return Object.assign(schema, { '~run': runChecked })
}

function unknownKey(input: object, key: string) {
  const value: unknown = (input as Readonly<Record<string, unknown>>)[key]
  const path: [v.ObjectPathItem] = [
    { type: 'object', origin: 'key', input: input as Record<string, unknown>, key, value },
  ]
  return { input: key, expected: 'never', path }
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

/** `; did you mean depth?`, or nothing where no name is alike. */
function suggestion(name: unknown, known: readonly unknown[]): string {
  if (typeof name !== 'string') return ''
  const distances = known
    .filter((each) => typeof each === 'string')
    .map((each) => ({ each, distance: editDistance(each, name, LETTERS_MAX) }))
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

/**
 * One of several schemas, chosen by the value: so an error says what is wrong by the schema that was meant, where a plain
 * union could only say that none of them fits.
 *
 * @param indexOf which of them a value is to be checked by
 */
export function choice<const T extends v.UnionOptions>(
  options: T,
  indexOf: (value: unknown) => number,
) {
  const schema = v.union(options)
  const run: v.GenericSchema['~run'] = (dataset, config) =>
    (options[indexOf(dataset.value)] as v.GenericSchema)['~run'](dataset, config)
  return Object.assign(schema, { '~run': run }) as typeof schema
}

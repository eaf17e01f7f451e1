import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  boolean,
  consistent,
  either,
  isObject,
  list,
  nonEmptyString,
  object,
  oneOf,
  oneOrMore,
  openObject,
  pair,
  readInput,
  wholeNumber,
} from '../../src/primitives/input.ts'
import { InputError } from '../../src/primitives/inputError.ts'

const step = object({
  depth: wholeNumber(1, 64),
  name: v.optional(nonEmptyString),
  kinds: v.optional(list(oneOf('null', 'error'))),
  force: v.optional(boolean),
})

const read = (value: unknown) =>
  readInput(step, value, 'steps[2]', (path, problem) => new Error(`${path}: ${problem}`))

describe('readInput', () => {
  it('returns what the schema describes', () => {
    expect(read({ depth: 3, kinds: ['null'] })).toEqual({ depth: 3, kinds: ['null'] })
  })

  it.each([
    [undefined, 'steps[2]: it is missing; want an object of depth, name, kinds, force'],
    [[1], 'steps[2]: a list is not an object of depth, name, kinds, force'],
    [{}, 'steps[2].depth: it is missing; want a whole number from 1 to 64'],
    [{ depth: 0 }, 'steps[2].depth: 0 is not a whole number from 1 to 64'],
    [{ depth: 1.5 }, 'steps[2].depth: 1.5 is not a whole number from 1 to 64'],
    [{ depth: '1' }, "steps[2].depth: '1' is not a whole number from 1 to 64"],
    [{ depth: 1, name: '' }, "steps[2].name: '' is not a non-empty string"],
    [{ depth: 1, kinds: [] }, 'steps[2].kinds: an empty list is not a list of at least one'],
    [
      { depth: 1, kinds: ['null', 'eror'] },
      "steps[2].kinds[1]: 'eror' is none of: null, error; did you mean error?",
    ],
    [{ depth: 1, force: 'yes' }, "steps[2].force: 'yes' is none of: true, false"],
    [
      { depth: 1, forse: true },
      'steps[2].forse: there is no such field; those known are: depth, name, kinds, force; did you mean force?',
    ],
    [
      { depth: 1, colour: 'red' },
      'steps[2].colour: there is no such field; those known are: depth, name, kinds, force',
    ],
  ])('refuses %j', (value, message) => {
    expect(() => read(value)).toThrow(new Error(message))
  })
})

const at = (schema: v.GenericSchema, value: unknown) =>
  readInput(schema, value, '', (path, problem) => new InputError('WRONG', path, problem))

describe('object', () => {
  it('leaves out undefined members, and fills in defaults', () => {
    const schema = object({ one: v.optional(nonEmptyString), two: v.optional(wholeNumber(1), 2) })
    expect(at(schema, { one: undefined, two: undefined })).toStrictEqual({ two: 2 })
  })

  it('reports an unknown member before a missing one', () => {
    expect(() => at(object({ depth: wholeNumber(1) }), { dept: 1 })).toThrow(
      'dept: there is no such field; those known are: depth; did you mean depth?',
    )
  })

  it('uses the given word for its members', () => {
    const words = { member: 'limit', wanted: 'limits', elsewhere: { seed: 'it stands elsewhere' } }
    const schema = object({ size: wholeNumber(1) }, words)
    expect(() => at(schema, 1)).toThrow(/^1 is not limits$/)
    expect(() => at(schema, { seed: 1 })).toThrow('seed: it stands elsewhere')
    expect(() => at(schema, { six: 1 })).toThrow(
      'six: there is no such limit; those known are: size',
    )
  })

  it('does not accept inherited members', () => {
    expect(() => at(object({}), JSON.parse('{"__proto__":1}'))).toThrow(/^__proto__: there is no/)
    expect(() => at(object({ toString: nonEmptyString }), {})).toThrow(/^toString: /)
  })
})

describe('objects with a prototype', () => {
  const inherited = object({ depth: wholeNumber(0) })

  it('may inherit members that are not known', () => {
    const value = Object.assign(Object.create({ more: 1 }), { depth: 1 })
    expect(at(inherited, value)).toEqual({ depth: 1 })
  })

  it('are read where a library has added to Object.prototype', () => {
    const prototype = Object.prototype as { added?: number }
    try {
      prototype.added = 1
      expect(Object.entries(at(inherited, { depth: 1 }) as object)).toEqual([['depth', 1]])
      expect(() => at(inherited, { dept: 1 })).toThrow('did you mean depth?')
    } finally {
      delete prototype.added
    }
  })
})

it('an error is one line, whatever it quotes', () => {
  expect(() => at(wholeNumber(0), 'a\nb')).toThrow("'a b' is not a whole number")
  expect(() => at(object({ depth: nonEmptyString }), { 'a\r\nb': 1 })).toThrow(
    /^a b: there is no such/,
  )
})

describe('openObject', () => {
  it('keeps unknown members', () => {
    expect(at(openObject({ to: wholeNumber(0) }, 'a range'), { to: 1, more: 2 })).toEqual({
      to: 1,
      more: 2,
    })
    expect(() => at(openObject({ to: wholeNumber(0) }, 'a range'), [])).toThrow('is not a range')
    expect(() => at(openObject({ to: wholeNumber(0) }, 'a range'), {})).toThrow('to: it is missing')
  })
})

describe('schemas with several parts', () => {
  const range = v.pipe(
    pair(wholeNumber(0), wholeNumber(0), 'a pair [low, high]'),
    consistent(([low, high]) =>
      low <= high ? undefined : { path: [1], problem: `${high} is less than ${low}` },
    ),
  )
  const numberOrRange = either(
    isObject,
    object({ from: wholeNumber(0) }),
    oneOrMore(wholeNumber(0)),
  )

  it.each([
    [range, [1], 'a list is not a pair [low, high]'],
    [range, [1, 2, 3], 'a list is not a pair [low, high]'],
    [range, [1, -1], '[1]: -1 is not a whole number of at least 0'],
    [range, [2, 1], '[1]: 1 is less than 2'],
    [numberOrRange, { from: 'a' }, "from: 'a' is not a whole number of at least 0"],
    [numberOrRange, [1, 'a'], "[1]: 'a' is not a whole number of at least 0"],
    [numberOrRange, 'a', "'a' is not a whole number of at least 0"],
  ] as [v.GenericSchema, unknown, string][])(
    'name the invalid part: %#',
    (schema, value, message) => {
      expect(() => at(schema, value)).toThrow(expect.objectContaining({ message }))
    },
  )

  it('accept valid input', () => {
    expect(at(range, [1, 2])).toEqual([1, 2])
    expect([{ from: 1 }, [1, 2], 3].map((each) => at(numberOrRange, each))).toEqual([
      { from: 1 },
      [1, 2],
      3,
    ])
  })
})

it('give the error a path and a problem', () => {
  const error = new InputError('WRONG', 'a.b', 'it is missing')
  expect(error).toMatchObject({ code: 'WRONG', path: 'a.b', problem: 'it is missing' })
  expect(error.message).toBe('a.b: it is missing')
  expect(new InputError('WRONG', '', 'it is missing').message).toBe('it is missing')
})

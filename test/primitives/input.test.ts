import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  ascendingPair,
  boolean,
  checkedBy,
  list,
  object,
  oneOf,
  oneOrMore,
  readInput,
  text,
  wholeNumber,
} from '../../src/primitives/input.ts'

const step = object({
  depth: wholeNumber(1, 64),
  name: v.optional(text),
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
    [{ depth: 1, name: '' }, "steps[2].name: '' is not a text"],
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

describe('a schema with alternatives', () => {
  const short = object({ kind: v.literal('short'), size: wholeNumber(1) })
  const long = object({ kind: v.literal('long'), names: oneOrMore(text) })
  const either = checkedBy(v.variant('kind', [short, long]), (value) =>
    Object(value).kind === 'long' ? long : short,
  )
  const range = object({
    one: either,
    bounds: ascendingPair(wholeNumber(0), wholeNumber(0, 2), '[low, high]'),
  })
  const readRange = (one: unknown, bounds: unknown = [0, 2]) =>
    readInput(range, { one, bounds }, '', (path, problem) => new Error(`${path}: ${problem}`))

  it.each([
    { kind: 'short', size: 1 },
    { kind: 'long', names: 'a' },
    { kind: 'long', names: ['a', 'b'] },
  ])('returns %j as it is', (one) => {
    expect(readRange(one)).toEqual({ one, bounds: [0, 2] })
  })

  it.each([
    [{ kind: 'short', size: 0 }, 'one.size: 0 is not a whole number of at least 1'],
    [{ kind: 'long', names: '' }, "one.names: '' is not a text"],
    [{ kind: 'long', names: ['a', 5] }, 'one.names[1]: 5 is not a text'],
    [{ kind: 'long', names: [] }, 'one.names: an empty list is not a list of at least one'],
    [[], 'one: an empty list is not an object of kind, size'],
  ])('says of %j what is wrong with what was meant', (one, message) => {
    expect(() => readRange(one)).toThrow(new Error(message))
  })

  it.each([
    [[2], 'bounds: a list is not [low, high]'],
    [[0, 1, 2], 'bounds: a list is not [low, high]'],
    [[0, 3], 'bounds[1]: 3 is not a whole number from 0 to 2'],
    [[2, 1], 'bounds: 2 is more than 1'],
  ])('refuses the pair %j', (bounds, message) => {
    expect(() => readRange({ kind: 'short', size: 1 }, bounds)).toThrow(new Error(message))
  })
})

import { expect, test } from 'vitest'
import { ascendingPair, json } from '../../src/faults/fields.ts'
import { readInput, wholeNumber } from '../../src/primitives/input.ts'

const bounds = ascendingPair(wholeNumber(0), wholeNumber(0, 2), '[low, high]')
const read = (value: unknown) =>
  readInput(bounds, value, 'bounds', (path, problem) => new Error(`${path}: ${problem}`))

test('reads two numbers in order', () => {
  expect(read([0, 2])).toEqual([0, 2])
  expect(read([1, 1])).toEqual([1, 1])
})

test.each([
  [[2], 'bounds: a list is not [low, high]'],
  [[0, 1, 2], 'bounds: a list is not [low, high]'],
  [[0, 3], 'bounds[1]: 3 is not a whole number from 0 to 2'],
  [[2, 1], 'bounds: the first number, 2, is greater than the second, 1'],
])('refuses %j', (value, message) => {
  expect(() => read(value)).toThrow(new Error(message))
})

/** Lists in each other. */
function nested(levels: number): unknown {
  return levels === 0 ? 'x' : [nested(levels - 1)]
}

test('takes JSON of at most 100 levels', () => {
  const readJson = (value: unknown) =>
    readInput(json, value, 'data', (path, problem) => new Error(`${path}: ${problem}`))
  expect(readJson(nested(100))).toEqual(nested(100))
  for (const levels of [101, 3000]) {
    expect(() => readJson(nested(levels))).toThrow('data: want JSON of at most 100 levels')
  }
})

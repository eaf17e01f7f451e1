import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonBoundsError, parseBoundedJson } from '../../src/primitives/boundedJson.ts'

describe('parseBoundedJson', () => {
  it('returns what JSON.parse returns', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseBoundedJson(text, 1_000_000)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    ['objects', `[${'{},'.repeat(5000)}{}]`],
    ['lists', `[${'[],'.repeat(5000)}[]]`],
    ['numbers', `[${'1,'.repeat(6000)}1]`],
    ['members', `{${'"a":1,'.repeat(6000)}"a":1}`],
  ])('refuses more values than allowed: %s', (_, text) => {
    expect(() => parseBoundedJson(text, 5000)).toThrow(JsonBoundsError)
    expect(parseBoundedJson(text, 20_000)).toEqual(JSON.parse(text))
  })

  it('ignores commas and brackets inside strings', () => {
    const text = JSON.stringify(['{[,'.repeat(10_000), '"\\"{[', '\\', '{'.repeat(10_000)])
    expect(parseBoundedJson(text, 5000)).toEqual(JSON.parse(text))
  })

  it('refuses nesting of more than 500 levels', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${' '.repeat(1000)}${']'.repeat(depth)}`
    expect(parseBoundedJson(nested(500), 10_000)).toBeDefined()
    expect(() => parseBoundedJson(nested(501), 10_000)).toThrow(/nested/)
    expect(() => parseBoundedJson('['.repeat(1_000_000), 10_000_000)).toThrow(/nested/)
  })

  it.each(['', '{', '"abc', `"${'\\'.repeat(1001)}"`, `[${'1,'.repeat(3000)}`])(
    'refuses invalid JSON as JSON.parse does: %#',
    (text) => {
      expect(() => parseBoundedJson(text, 10_000)).toThrow(SyntaxError)
    },
  )
})

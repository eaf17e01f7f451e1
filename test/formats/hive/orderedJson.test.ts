import { describe, expect, it } from 'vitest'
import { FixtureError } from '../../../src/formats/fixtureError.ts'
import {
  EscapedString,
  JsonNumber,
  JsonObject,
  parseOrderedJson,
} from '../../../src/formats/hive/orderedJson.ts'
import { resolveLoadLimits } from '../../../src/formats/loadLimits.ts'

const parse = (text: string): unknown => parseOrderedJson('a.json', text, resolveLoadLimits())

function object(...members: JsonObject['members']): JsonObject {
  const made = new JsonObject()
  made.members.push(...members)
  return made
}

describe('parseOrderedJson', () => {
  it('keeps members in their order, also those with the same name', () => {
    expect(parse('{"b":{},"10":[],"a":null,"b":true,"__proto__":{"b":"c"}}')).toStrictEqual(
      object(
        ['b', object()],
        ['10', []],
        ['a', null],
        ['b', true],
        ['__proto__', object(['b', 'c'])],
      ),
    )
  })

  it.each(['1.0', '1e3', '-0', '0', '123456789012345678901'])('keeps the number %s', (text) => {
    expect(parse(`[${text}, ${text}]`)).toStrictEqual([new JsonNumber(text), new JsonNumber(text)])
  })

  it('tells strings with escapes from others, and reads names', () => {
    expect(parse('{"\\u0061":"\\u00005","b":"\\\\","c":"{\\"","d":"1.5"}')).toStrictEqual(
      object(
        ['a', new EscapedString('\u00005')],
        ['b', new EscapedString('\\')],
        ['c', new EscapedString('{"')],
        ['d', '1.5'],
      ),
    )
  })

  it('ignores what follows the first object or array', () => {
    expect(parse('[]] {')).toStrictEqual([])
    expect(parse(' {"a":[1]}\n}"')).toStrictEqual(object(['a', [new JsonNumber('1')]]))
  })

  it.each([
    '',
    '}',
    '[',
    '{"a"',
    '{"a',
    '{"a" 1}',
    '{"a":1:2}',
    '[01]',
    '[1 2]',
    'x{}',
    '{]',
    '{}[]'.slice(1),
  ])('refuses %s', (text) => {
    expect(() => parse(text)).toThrow(FixtureError)
    expect(() => parse(text)).toThrow(/^a\.json: it is not JSON: [^\n]+$/)
  })

  it('reads strings with millions of escapes', () => {
    const escapes = 3_000_000
    expect(parse(`["${'\\n'.repeat(escapes)}"]`)).toStrictEqual([
      new EscapedString('\n'.repeat(escapes)),
    ])
  })
})

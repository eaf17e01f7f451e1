import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memberText } from '../../../src/record/rpc/memberText.ts'

describe('memberText', () => {
  it('finds what JSON.parse finds, in any formatting', () => {
    const name = fc.oneof(fc.constantFrom('result', 'res"ult', '\\', ''), fc.string())
    const object = fc.dictionary(name, fc.jsonValue())
    const indent = fc.constantFrom('', ' ', '\t', '\r\n')
    fc.assert(
      fc.property(object, name, indent, (value, wanted, indent) => {
        const parsed = JSON.parse(JSON.stringify(value))
        const spaced = JSON.stringify(parsed, null, '\t').replaceAll('\n\t', `\n${indent}`)
        for (const json of [JSON.stringify(parsed), spaced, ` ${spaced}\n`]) {
          const text = memberText(json, wanted)
          const own = Object.hasOwn(parsed, wanted) ? parsed[wanted] : undefined
          expect(text === undefined ? undefined : JSON.parse(text)).toEqual(own)
          expect(text?.trim()).toBe(text)
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['{"result":12345678901234567890.10e+2}', '12345678901234567890.10e+2'],
    ['{"id":1,"result" : {"a":1, "a":-0.0} ,"x":[]}', '{"a":1, "a":-0.0}'],
    ['{"r\\u0065sult":true}', 'true'],
    ['{"result":1,"result":"2"}', '"2"'],
    ['{"other":{"result":1},"result":"\\"}\\\\"}', '"\\"}\\\\"'],
    ['{"other":{"result":1}}', undefined],
    ['{}', undefined],
  ])('returns the text of %s verbatim', (json, text) => {
    expect(memberText(json, 'result')).toBe(text)
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Member, readMembers } from '../../../src/formats/json/readMembers.ts'
import { resolveLoadLimits } from '../../../src/formats/loadLimits.ts'

async function membersOf(
  text: string,
  pieceBytes: number,
): Promise<{ key: string; text: string; value: unknown }[]> {
  const bytes = new TextEncoder().encode(text)
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const members: Member[] = []
  for await (const member of readMembers(pieces(), resolveLoadLimits())) members.push(member)
  return members.map(({ key, text: value, parse }) => {
    return { key, text: new TextDecoder().decode(value), value: parse() }
  })
}

/** Objects whose strings have brackets, quotes, backslashes, commas and line breaks. */
const value = fc.jsonValue({ stringUnit: fc.constantFrom(...'a{}[]",:\\\n é') })
const objects = fc.dictionary(fc.string({ unit: fc.constantFrom(...'ab",\n\\') }), value)

/** How an object may be written: a member on each line, as in a bundle, and in other ways. */
const layouts = {
  'a member on each line': (object: object) =>
    `{\n${Object.entries(object).map(asMember).join(',\n')}\n}\n`,
  'one line': (object: object) => JSON.stringify(object),
  indented: (object: object) => JSON.stringify(object, null, 2),
  'two members on each line': (object: object) =>
    `{\n${Object.entries(object).map(asMember).join(',').replaceAll(',"b', ',\n"b')}\n}`,
}

function asMember([key, each]: [string, unknown]): string {
  return `${JSON.stringify(key)}:${JSON.stringify(each)}`
}

it.each(Object.entries(layouts))('reads the members of an object: %s', async (_, layout) => {
  await fc.assert(
    fc.asyncProperty(objects, fc.integer({ min: 1, max: 200 }), async (object, pieceBytes) => {
      const members = await membersOf(layout(object), pieceBytes)
      const found = members.map(({ key, value: each }) => [key, each])
      expect(found).toEqual(Object.entries(JSON.parse(JSON.stringify(object))))
    }),
  )
})

it('has the text of each member', async () => {
  await fc.assert(
    fc.asyncProperty(objects, fc.integer({ min: 1, max: 200 }), async (object, pieceBytes) => {
      const members = await membersOf(layouts['a member on each line'](object), pieceBytes)
      // The last member ends with the line break before the bracket.
      const texts = members.map(({ text }) => text.trimEnd())
      expect(texts).toEqual(Object.values(object).map((each) => JSON.stringify(each)))
    }),
  )
})

it.each(['{\n"a":1', '{\n"a":1,\n', '{\n"a":1,\n}', '{\n"a":1\n"b":2\n}', '{\n"a":\n1,,\n}'])(
  'refuses %j',
  async (text) => {
    for (const pieceBytes of [1, 3, 100]) {
      await expect(membersOf(text, pieceBytes)).rejects.toThrow(SyntaxError)
    }
  },
)

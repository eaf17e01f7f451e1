import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonSplitter } from '../../../src/server/ipc/jsonSplitter.ts'

/** The messages of a text that arrives in chunks of these sizes, the last one repeated. */
function split(text: string, sizes: readonly number[]): string[] {
  const splitter = new JsonSplitter()
  const bytes = Buffer.from(text)
  const messages: string[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[Math.min(turn, sizes.length - 1)] as number
    messages.push(...splitter.push(bytes.subarray(at, at + size)).map(String))
    at += size
  }
  const rest = splitter.end()
  return rest === undefined ? messages : [...messages, String(rest)]
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
const space = fc.constantFrom('', '\n', ' ', '\r\n', '\n\n\t')

it('finds each object and list, whatever the chunks and the space between them', () => {
  const value = fc.oneof(fc.object(), fc.array(fc.jsonValue()))
  fc.assert(
    fc.property(fc.array(fc.tuple(value, space)), sizes, (values, chunks) => {
      const texts = values.map(([each]) => JSON.stringify(each))
      const sent = values.map(([, after], index) => `${texts[index]}${after}`).join('')
      expect(split(sent, chunks)).toEqual(texts)
    }),
  )
})

it.each([
  ['garbage\n{"a":1}', ['garbage\n', '{"a":1}']],
  ['{"a":"}\\"{"}[1]', ['{"a":"}\\"{"}', '[1]']],
  ['}\n', ['}\n']],
  ['{"a":"x\n{"b":1}', ['{"a":"x\n', '{"b":1}']],
  ['{\n"a":1\n}', ['{\n"a":1\n}']],
  ['{"a":', ['{"a":']],
  ['5', ['5']],
  [' \n ', []],
])('splits %j', (text, messages) => {
  for (const size of [1, 2, 100]) expect(split(text, [size])).toEqual(messages)
})

it('reserves at most twice what an incomplete message has', () => {
  const splitter = new JsonSplitter()
  splitter.push(Buffer.from('["'))
  for (let count = 0; count < 20_000; count++) splitter.push(Buffer.from('x'))
  expect(splitter.keptBytes).toBe(20_002)
  expect(splitter.memory).toBeLessThanOrEqual(2 * 20_002)
  const [message] = splitter.push(Buffer.from('"]'))
  expect([message?.length, splitter.memory]).toEqual([20_004, 0])
})

import { expect, it } from 'vitest'
import { LimitedJson } from '../../../../src/threads/calls/answers/limitedJson.ts'

it('joins parts, in a buffer of their own', () => {
  const json = new LimitedJson({ bytesMax: 9 })
  for (const part of ['["a"', ',', 'é', ']']) json.add(part)
  const bytes = json.bytes()
  expect(Buffer.from(bytes).toString()).toBe('["a",é]')
  expect(bytes.buffer.byteLength).toBe(bytes.length)
})

it('refuses what is larger than the limit, in bytes', () => {
  const json = new LimitedJson({ bytesMax: 3 })
  json.add('é')
  expect(() => json.add('é')).toThrow(
    expect.objectContaining({ code: -32003, message: 'response too large: at most 3 bytes' }),
  )
  json.requireSpace(1)
  expect(() => json.requireSpace(2)).toThrow('response too large')
})

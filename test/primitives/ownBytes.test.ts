import { expect, it } from 'vitest'
import { ownBytes } from '../../src/primitives/ownBytes.ts'

it('copies bytes at any depth, so that none is a view of another buffer', () => {
  const message = Buffer.alloc(1000, 7)
  const view = (start: number) => new Uint8Array(message.buffer, message.byteOffset + start, 3)
  const data = {
    number: 1n,
    missing: undefined,
    nothing: null,
    texts: new Set(['a']),
    bytes: view(0),
    list: [message.subarray(8, 12), ['text']],
    byName: new Map([['name', { inside: view(20) }]]),
  }
  const own = ownBytes(data)

  expect(own).toEqual({ ...data, list: [new Uint8Array(4).fill(7), ['text']] })
  message.fill(0)
  const copied = [own.bytes, own.list[0] as Uint8Array, own.byName.get('name')?.inside]
  expect(copied.map((bytes) => [bytes?.buffer.byteLength, bytes?.[0]])).toEqual([
    [3, 7],
    [4, 7],
    [3, 7],
  ])
})

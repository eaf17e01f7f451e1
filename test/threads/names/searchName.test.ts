import { expect, it } from 'vitest'
import { keccak256, keccakReady } from '../../../src/primitives/keccak.ts'
import { searchName } from '../../../src/threads/names/searchName.ts'

await keccakReady

const hashOf = (name: Uint8Array) => Buffer.from(keccak256(name)).toString('hex')

it.each([1, 2, 3])('finds the first name whose hash begins with %i nibbles', (nibbles) => {
  const start = Buffer.from('a5c'.padEnd(64, '0'), 'hex')
  const search = { length: 20, start, nibbles }
  const name = searchName(search, 0, 100_000) as Uint8Array
  expect(name).toHaveLength(20)
  expect(hashOf(name).slice(0, nibbles)).toBe('a5c'.slice(0, nibbles))
  const count = Buffer.from(name).readUInt32BE(16)
  expect(searchName(search, 0, count)).toBeUndefined()
  expect(searchName(search, count, count + 1)).toEqual(name)
})

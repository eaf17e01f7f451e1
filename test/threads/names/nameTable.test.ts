import { expect, it } from 'vitest'
import { keccakReady } from '../../../src/primitives/keccak.ts'
import { NameTable } from '../../../src/threads/names/nameTable.ts'
import { searchName } from '../../../src/threads/names/searchName.ts'

await keccakReady

it('finds the names that a search finds, in any order', () => {
  const table = new NameTable(20)
  for (const [path, nibbles] of [
    ['c0ff', 4],
    ['ee', 2],
    ['c0', 1],
    ['f00d', 4],
    ['beef', 3],
    ['c0ff', 4],
  ] as const) {
    const search = { length: 20, start: Buffer.from(path.padEnd(64, '0'), 'hex'), nibbles }
    expect(table.find(search)).toEqual(searchName(search, 0, 10 ** 7))
  }
})

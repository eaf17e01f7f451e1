import { expect, it } from 'vitest'
import { type Entry, entryFromJson, entryToJson } from '../../src/journal/entry.ts'

it.each([
  [5n],
  [{ bigint: '5' }],
  [{ bigint: 'x' }],
  [{ bigint: ['x'] }],
  [{ bigint: { bigint: 7n } }],
  [{ bigint: null }],
  [{ bigint: '5', more: 1 }],
])('reads the argument %j as it was written', (argument) => {
  const change = { move: 'setFaults', args: [argument] }
  const end = { number: 1, hash: '0x1' } as const
  const entry: Entry = { sequence: 1, endpoint: 'dev', change, start: '0x1', end }
  expect(entryFromJson(entryToJson(entry))).toEqual(entry)
})

import { expect, test } from 'vitest'
import { readRows } from '../../../src/hunt/rows/readRows.ts'

const HASH = `0x${'ab'.repeat(32)}`

/** The rows of the only table. */
function rowsIn(given: unknown) {
  return readRows(given)[0]?.rows
}

test.each<[string, unknown]>([
  ['camelCase', [{ blockNumber: 7, blockHash: HASH }]],
  ['snake_case', [{ block_number: 7, block_hash: HASH }]],
  ['numbers as text', [{ block_number: '7', block_hash: HASH }]],
  ['numbers in hex', [{ block_number: '0x7', block_hash: HASH }]],
  ['bytes as Postgres writes them', [{ block_number: 7, block_hash: `\\x${'ab'.repeat(32)}` }]],
  ['bytes without a prefix', [{ block_number: 7, block_hash: 'AB'.repeat(32) }]],
  ['bytes', [{ block_number: 7n, block_hash: Buffer.alloc(32, 0xab) }]],
  ['a JSON array', `[{"block_number":7,"block_hash":"${HASH}"}]\n`],
  ['JSON lines', `{"block_number":7,"block_hash":"${HASH}"}\n`],
  ['tables', { blocks: [{ block_number: 7, block_hash: HASH }] }],
])('reads %s', (_, given) => {
  expect(rowsIn(given)).toEqual([{ block_number: '7', block_hash: HASH }])
})

test('reads several lines', () => {
  expect(rowsIn('{"block_number":1}\n\n{"block_number":2}\n')).toEqual([
    { block_number: '1' },
    { block_number: '2' },
  ])
})

test('reads integers above 2^53 exactly', () => {
  const json = '[{"address":"0xaa","account":"0xbb","value":123456789012345678901234567890}]'
  expect(rowsIn(json)).toEqual([
    { address: '0xaa', account: '0xbb', value: '123456789012345678901234567890' },
  ])
})

test.each([
  [['block_number'], 'blocks'],
  [['block_number', 'log_index'], 'logs'],
  [['log_index', 'from', 'to', 'value'], 'transfers'],
  [['account', 'value'], 'balances'],
])('takes columns %j as %s', (columns, name) => {
  const row = Object.fromEntries(columns.map((column) => [column, '0x01']))
  expect(readRows([row])[0]?.expectation.name).toBe(name)
})

test('says which columns it does not compare', () => {
  expect(readRows([{ block_number: 1, Created: 2, id: 3 }])[0]?.ignored).toEqual(['Created', 'id'])
})

test('takes a missing value as null, which differs from any other', () => {
  expect(rowsIn([{ block_number: 1, block_hash: null }, { block_number: 2 }])).toEqual([
    { block_number: '1', block_hash: null },
    { block_number: '2', block_hash: null },
  ])
})

test.each<[unknown, string]>([
  ['', 'rows: the output is empty; want a JSON array, or a JSON object in each line'],
  ['ready\n', "rows: 'ready' is not JSON, neither as a whole nor line by line"],
  [7, 'rows: want a list of rows, have 7'],
  [[7], 'rows: rows[0]: 7 is not an object'],
  [
    [{ id: 1 }],
    'rows: want at least one of the columns block_number, block_hash for blocks, have id',
  ],
  [[{ block_number: 'seven' }], "rows: rows[0].block_number: 'seven' is no whole number"],
  [[{ block_number: 1, blockHash: '0xzz' }], "rows: rows[0].blockHash: '0xzz' is no hex"],
  [{ blokcs: [] }, "rows: 'blokcs' is not a list of blocks, logs, transfers, balances"],
])('refuses %j', (given, message) => {
  expect(() => readRows(given)).toThrow(message)
})

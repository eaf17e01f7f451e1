import { expect, test } from 'vitest'
import { RecordedView } from '../../src/endpoint/recordedView.ts'

const view = (recorded: unknown) =>
  new RecordedView(new TextEncoder().encode(JSON.stringify(recorded)))

test('of a block that somebody else wrote the header is what is no part of its body', () => {
  const header = { number: '0x1', hash: '0x12', l1BlockNumber: '0x5', baseFeePerGas: null }
  const body = {
    transactions: ['0x34'],
    uncles: [],
    withdrawals: [],
    size: '0x100',
    totalDifficulty: '0x0',
  }
  expect(view({ block: { ...header, ...body }, receipts: [] }).header()).toStrictEqual(header)
})

test.each([null, 'text', 1])('what is no object stays as it is: %j', (block) => {
  expect(view({ block }).header()).toBe(block)
})

import { expect, test } from 'vitest'
import { RecordedView } from '../../src/endpoint/recordedView.ts'

const view = (recorded: unknown) =>
  new RecordedView(new TextEncoder().encode(JSON.stringify(recorded)))

test('returns as header of a recorded block all fields outside its body', () => {
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

test.each([null, 'text', 1])('returns a value that is not an object unchanged: %j', (block) => {
  expect(view({ block }).header()).toBe(block)
})

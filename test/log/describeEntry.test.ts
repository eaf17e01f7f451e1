import { expect, it } from 'vitest'
import { describeEntry } from '../../src/log/describeEntry.ts'
import type { Entry } from '../../src/log/entry.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const address = `0x${'ab'.repeat(20)}` as const
const end = { number: 7, hash }
const of = { sequence: 12, endpoint: 'a', start: hash, end }
const after = `block 7 ${hash}`

it.each<[Entry, string]>([
  [{ sequence: 3, chain: end }, `     3  the chain grew to ${after}`],
  [{ sequence: 12, endpoint: 'a', close: true }, '    12  a  is closed'],
  [{ ...of, change: { move: 'mine', args: [null, {}] } }, `    12  a  mine  ${after}`],
  [
    { ...of, change: { move: 'mine', args: [null, { timestamp: 5 }] } },
    `    12  a  mine null,{"timestamp":5}  ${after}`,
  ],
  [
    { ...of, change: { move: 'setBalance', args: [address, 10n ** 18n] } },
    `    12  a  setBalance "${address}",{"bigint":"1000000000000000000"}  ${after}`,
  ],
  [
    { ...of, change: { move: 'sendTransaction', args: [{ raw: new Uint8Array(200).fill(2) }] } },
    `    12  a  sendTransaction {"raw":"0x${'02'.repeat(45)}…  ${after}`,
  ],
])('describes entry %#', (entry, line) => {
  expect(describeEntry(entry)).toBe(line)
})

import { expect, it } from 'vitest'
import { WorkRecord } from '../../../src/threads/calls/workRecord.ts'

const limits = { steps: 3, gas: 10, milliseconds: 4 }
const notAborted = () => false
const SHA256 = '0'.repeat(39).concat('2')
const KZG = '0'.repeat(39).concat('a')

it('counts steps, gas and precompiled contracts as the budget of the main thread does', () => {
  const work = (act: (record: WorkRecord) => void, steps = 3) => {
    const record = new WorkRecord({ ...limits, steps }, notAborted, () => 0)
    act(record)
    return record.isShort
  }
  const step = (gas: bigint, count: number) => (record: WorkRecord) => {
    for (let done = 0; done < count; done++) record.step(gas)
  }
  expect(work(step(1n, 3))).toBe(true)
  expect(work(step(1n, 4))).toBe(false)
  expect(work(step(5n, 2))).toBe(true)
  expect(work(step(5n, 3))).toBe(false)
  expect(work((record) => record.precompile(SHA256, new Uint8Array(8)), 21)).toBe(true)
  expect(work((record) => record.precompile(SHA256, new Uint8Array(8)), 20)).toBe(false)
  expect(work((record) => record.precompile(KZG, new Uint8Array(0)), 1e9)).toBe(false)
})

it('counts time from the first step on', () => {
  let now = 0
  const record = new WorkRecord(limits, notAborted, () => now)
  now = 1000
  expect(record.isShort).toBe(true)
  record.step(1n)
  now = 1004
  expect(record.isShort).toBe(true)
  now = 1005
  expect(record.isShort).toBe(false)
})

it('ends a call that was aborted, within 256 steps or before a precompiled contract', () => {
  let isAborted = false
  const record = new WorkRecord(limits, () => isAborted)
  for (let step = 0; step < 1000; step++) record.step(1n)
  record.precompile(SHA256, new Uint8Array(8))
  isAborted = true
  expect(() => record.precompile(SHA256, new Uint8Array(8))).toThrow('aborted')
  const steps = () => {
    for (let step = 0; step < 256; step++) record.step(1n)
  }
  expect(steps).toThrow('aborted')
})

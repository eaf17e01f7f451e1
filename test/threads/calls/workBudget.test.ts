import { describe, expect, it } from 'vitest'
import { WorkBudget, WorkExceededError } from '../../../src/threads/calls/workBudget.ts'

const limits = { steps: 1000, gas: 10_000, milliseconds: 5 }
const stopped = () => 0

function repeat(count: number, act: () => void): void {
  for (let round = 0; round < count; round++) act()
}

function precompile(number: number): string {
  return number.toString(16).padStart(40, '0')
}

describe('WorkBudget', () => {
  it('allows as many steps as its limit', () => {
    const budget = new WorkBudget(limits, stopped)
    repeat(1000, () => budget.step(3n))
    expect(budget.isExceeded).toBe(false)
    expect(() => budget.step(3n)).toThrow(WorkExceededError)
    expect(budget.isExceeded).toBe(true)
  })

  it('allows as much gas as its limit', () => {
    const budget = new WorkBudget(limits, stopped)
    repeat(2, () => budget.step(5000n))
    expect(() => budget.step(1n)).toThrow(WorkExceededError)
  })

  it('checks the time, too, but not at every step', () => {
    let now = 0
    const budget = new WorkBudget(limits, () => now)
    // From the first step on.
    now = 6
    budget.step(0n)
    now = 11
    repeat(32, () => budget.step(0n))
    now = 12
    repeat(31, () => budget.step(0n))
    expect(() => budget.step(0n)).toThrow(WorkExceededError)
  })

  it('counts the input of precompiled contracts', () => {
    const budget = new WorkBudget(limits, stopped)
    budget.precompile(precompile(4), new Uint8Array(12_800))
    budget.precompile(precompile(2), new Uint8Array(1600))
    repeat(1000 - 105 - 220, () => budget.step(0n))
    expect(() => budget.step(0n)).toThrow(WorkExceededError)
  })

  it.each([
    ['a pairing', precompile(8)],
    ['a precompiled contract of an unknown address', ''],
    ['what is not listed', precompile(99)],
  ])('never allows %s', (_, address) => {
    const budget = new WorkBudget(limits, stopped)
    expect(() => budget.precompile(address, new Uint8Array(0))).toThrow(WorkExceededError)
  })
})

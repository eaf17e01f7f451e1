import { describe, expect, it } from 'vitest'
import { unmetered } from '../../../src/chain/execution/meter.ts'
import { Deadline } from '../../../src/threads/calls/deadline.ts'

describe('Deadline', () => {
  it('ends each transaction that takes longer, and starts anew with the next', () => {
    let now = 0
    const deadline = new Deadline(unmetered, 10, () => now)
    deadline.start()
    for (let step = 0; step < 1000; step++) deadline.step(1n)
    now = 9
    deadline.precompile('01', new Uint8Array(0))
    now = 10
    expect(() => deadline.precompile('01', new Uint8Array(0))).toThrow('execution timeout')
    deadline.start()
    deadline.step(1n)
    now = 20
    const steps = () => {
      for (let step = 0; step < 128; step++) deadline.step(1n)
    }
    expect(steps).toThrow('execution timeout')
  })
})

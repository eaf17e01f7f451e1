import { describe, expect, it } from 'vitest'
import { withOwnBuffers } from '../../../src/threads/calls/callMessages.ts'

describe('withOwnBuffers', () => {
  it('copies all bytes of a value into one buffer, which has nothing else', () => {
    const shared = Uint8Array.from({ length: 100 }, (_, index) => index)
    const value = {
      to: shared.subarray(10, 30),
      slots: [
        [shared.subarray(0, 32), new Uint8Array(0)],
        [shared.subarray(32, 64), Buffer.from([1, 2, 3])],
      ],
      gas: 5n,
      from: undefined,
      nothing: null,
    }
    const sent = withOwnBuffers(value) as typeof value
    expect(sent).toEqual({
      ...value,
      slots: [value.slots[0], [shared.subarray(32, 64), Uint8Array.of(1, 2, 3)]],
    })
    const buffers = new Set([sent.to, ...sent.slots.flat()].map(({ buffer }) => buffer))
    expect([...buffers].map(({ byteLength }) => byteLength)).toEqual([20 + 32 + 32 + 3])
    shared.fill(0)
    expect(sent.to[0]).toBe(10)
  })
})

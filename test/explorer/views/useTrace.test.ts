import { describe, expect, it } from 'vitest'
import { failedCall, type TracedCall } from '../../../src/explorer/views/useTrace.ts'

const call = (to: string, others: Partial<TracedCall> = {}): TracedCall => ({
  type: 'CALL',
  from: '0x01',
  to,
  input: '0x',
  gasUsed: '0x1',
  ...others,
})

const failed = { error: 'execution reverted', output: '0x08c379a0' }

describe('failedCall', () => {
  it('is the innermost of calls that failed alike', () => {
    const inner = call('0x03', failed)
    const middle = call('0x02', { ...failed, calls: [call('0x04'), inner] })
    expect(failedCall(call('0x01', { ...failed, calls: [middle] }))).toBe(inner)
  })

  it('is the call itself if what it called went well, or failed with other data', () => {
    const fine = call('0x01', { ...failed, calls: [call('0x02', { output: failed.output })] })
    expect(failedCall(fine)).toBe(fine)
    const other = call('0x01', { ...failed, calls: [call('0x02', { error: 'out of gas' })] })
    expect(failedCall(other)).toBe(other)
  })
})

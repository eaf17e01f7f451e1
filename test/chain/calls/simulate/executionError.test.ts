import { describe, expect, it } from 'vitest'
import { executionError } from '../../../../src/chain/calls/simulate/executionError.ts'

const reason = Buffer.concat([
  Buffer.from('08c379a0', 'hex'),
  Buffer.from('20'.padStart(64, '0'), 'hex'),
  Buffer.from('2'.padStart(64, '0'), 'hex'),
  Buffer.from('no'.padEnd(32, '\0')),
])

describe('executionError', () => {
  it('has code 3, the reason and the data of a revert', () => {
    const failure = { kind: 'reverted', message: 'execution reverted' } as const
    expect(executionError(failure, reason, { isGasCapped: true })).toEqual({
      code: 3,
      message: 'execution reverted: no',
      data: reason,
    })
  })

  it('has code -32015 otherwise, and says that the gas was limited', () => {
    const failure = { kind: 'outOfGas', message: 'out of gas' } as const
    expect(executionError(failure, new Uint8Array(0), { isGasCapped: false })).toEqual({
      code: -32015,
      message: 'out of gas',
    })
    expect(executionError(failure, new Uint8Array(0), { isGasCapped: true }).message).toBe(
      "out of gas (gas limit was capped by the RPC server's global gas cap)",
    )
  })
})

import { describe, expect, it } from 'vitest'
import { GasBudget } from '../../../../src/chain/calls/simulate/gasBudget.ts'

describe('GasBudget', () => {
  it('limits each call to what is left', () => {
    const budget = new GasBudget(100n)
    expect(budget.limit(70n)).toBe(70n)
    budget.consume(60n)
    expect(budget.limit(70n)).toBe(40n)
    budget.consume(40n)
    expect(budget.limit(1n)).toBe(0n)
  })

  it('refuses to spend more than is left', () => {
    const budget = new GasBudget(100n)
    budget.consume(99n)
    expect(() => budget.consume(2n)).toThrow(
      expect.objectContaining({
        code: -32000,
        message: 'RPC gas cap exhausted: need 2, remaining 1',
      }),
    )
  })

  it('has no limit with a cap of 0', () => {
    const budget = new GasBudget(0n)
    budget.consume(2n ** 64n)
    expect(budget.limit(2n ** 64n)).toBe(2n ** 64n)
  })
})

import { describe, expect, it } from 'vitest'
import type { CallMessage } from '../../../../src/chain/calls/message.ts'
import { completeMessage } from '../../../../src/chain/calls/simulate/completeMessage.ts'
import { GasBudget } from '../../../../src/chain/calls/simulate/gasBudget.ts'

const to = new Uint8Array(20).fill(7)

function complete(
  call: CallMessage,
  { baseFee, gasCap = 0n }: { baseFee?: bigint; gasCap?: bigint },
) {
  return completeMessage(call, {
    nonce: 5n,
    gasLeft: 90_000n,
    budget: new GasBudget(gasCap),
    baseFee,
    chainId: 1337,
  })
}

describe('completeMessage', () => {
  it('gives a call the gas that the block has left, and the nonce of its sender', () => {
    const { message, isGasCapped } = complete({ to }, { baseFee: 0n })
    expect(message).toMatchObject({ gasLimit: 90_000n, nonce: 5n, value: 0n, gasPrice: 0n })
    expect(isGasCapped).toBe(false)
    expect(complete({ to, nonce: 9n, gas: 1n }, { baseFee: 0n }).message).toMatchObject({
      gasLimit: 1n,
      nonce: 9n,
    })
  })

  it('reports that the limit for all calls leaves less', () => {
    const { message, isGasCapped } = complete({ to }, { baseFee: 0n, gasCap: 50_000n })
    expect(message.gasLimit).toBe(50_000n)
    expect(isGasCapped).toBe(true)
  })

  it('refuses a call that wants more gas than the block has left', () => {
    expect(() => complete({ to, gas: 90_001n }, { baseFee: 0n })).toThrow(
      expect.objectContaining({
        code: -38015,
        message: 'block gas limit reached: remaining: 90000, required: 90001',
      }),
    )
  })

  it('chooses the type of the transaction as geth does', () => {
    const blobVersionedHashes = [new Uint8Array(32).fill(1)]
    const type = (call: CallMessage, baseFee?: bigint) =>
      complete({ to, ...call }, baseFee === undefined ? {} : { baseFee }).type
    expect(type({})).toBe(0)
    expect(type({}, 1n)).toBe(2)
    expect(type({ gasPrice: 1n }, 1n)).toBe(0)
    expect(type({ accessList: [] }, 1n)).toBe(2)
    expect(type({ blobVersionedHashes }, 1n)).toBe(3)
    expect(type({ authorizationList: [] }, 1n)).toBe(4)
    expect(type({ blobVersionedHashes, authorizationList: [] }, 1n)).toBe(4)
    expect(type({ blobVersionedHashes, gasPrice: 1n }, 1n)).toBe(0)
  })

  it('refuses another chain id', () => {
    expect(() => complete({ to, chainId: 1n }, { baseFee: 0n })).toThrow(
      expect.objectContaining({ code: -32000 }),
    )
  })
})

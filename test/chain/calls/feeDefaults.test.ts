import { describe, expect, it } from 'vitest'
import { needsTip, withFeeDefaults } from '../../../src/chain/calls/feeDefaults.ts'
import type { CallMessage } from '../../../src/chain/calls/message.ts'

const TIP = 3n
const london = { baseFee: 100n, blobBaseFee: undefined }
const cancun = { ...london, blobBaseFee: 7n }
const old = { baseFee: undefined, blobBaseFee: undefined }

const hashes = [new Uint8Array(32)]

// As TestSetFeeDefaults of geth (internal/ethapi/transaction_args_test.go), and more.
describe('withFeeDefaults', () => {
  it.each<[string, CallMessage, typeof cancun | typeof london | typeof old, object]>([
    ['a gas price before London', {}, old, { gasPrice: 3n }],
    [
      'twice the price of blob gas where the gas price is given',
      { gasPrice: 9n, blobVersionedHashes: hashes },
      cancun,
      { gasPrice: 9n, maxFeePerBlobGas: 14n },
    ],
    ['nothing where the gas price is given', { gasPrice: 9n }, old, { gasPrice: 9n }],
    ['nothing before London where it may be 0', { gasPrice: 0n }, old, { gasPrice: 0n }],
    ['both fees', {}, london, { maxFeePerGas: 203n, maxPriorityFeePerGas: 3n }],
    [
      'the fee for a tip',
      { maxPriorityFeePerGas: 5n },
      london,
      { maxFeePerGas: 205n, maxPriorityFeePerGas: 5n },
    ],
    [
      'the tip for a fee',
      { maxFeePerGas: 4n },
      london,
      { maxFeePerGas: 4n, maxPriorityFeePerGas: 3n },
    ],
    [
      'nothing where both are given',
      { maxFeePerGas: 4n, maxPriorityFeePerGas: 4n },
      london,
      { maxFeePerGas: 4n, maxPriorityFeePerGas: 4n },
    ],
    [
      'twice the price of blob gas',
      { blobVersionedHashes: hashes },
      cancun,
      { maxFeePerBlobGas: 14n },
    ],
    [
      'no price of blob gas without blobs',
      { maxFeePerBlobGas: undefined },
      cancun,
      { maxFeePerBlobGas: undefined },
    ],
    [
      'no price of blob gas that is given',
      { maxFeePerBlobGas: 2n, blobVersionedHashes: hashes },
      cancun,
      { maxFeePerBlobGas: 2n },
    ],
  ])('fills in %s', (_what, call, block, fees) => {
    expect(withFeeDefaults(call, block, TIP)).toMatchObject(fees)
  })

  const both = 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'
  it.each<[string, CallMessage, typeof cancun | typeof old]>([
    [both, { gasPrice: 1n, maxFeePerGas: 1n }, cancun],
    [both, { gasPrice: 1n, maxPriorityFeePerGas: 1n }, old],
    [
      'both gasPrice and authorizationList specified',
      { gasPrice: 1n, authorizationList: [] },
      cancun,
    ],
    ['gasPrice must be non-zero after london fork', { gasPrice: 0n }, cancun],
    ['maxFeePerBlobGas, if specified, must be non-zero', { maxFeePerBlobGas: 0n }, cancun],
    ['maxFeePerGas must be non-zero', { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }, cancun],
    [
      'maxFeePerGas (0x2) < maxPriorityFeePerGas (0x3)',
      { maxFeePerGas: 2n, maxPriorityFeePerGas: 3n },
      cancun,
    ],
    ['maxFeePerGas (0x2) < maxPriorityFeePerGas (0x3)', { maxFeePerGas: 2n }, cancun],
    [
      'maxFeePerGas and maxPriorityFeePerGas are not valid before London is active',
      { maxFeePerGas: 2n },
      old,
    ],
  ])('refuses: %s', (message, call, block) => {
    expect(() => withFeeDefaults(call, block, TIP)).toThrow(
      expect.objectContaining({ message, code: -32000 }),
    )
  })
})

it.each<[boolean, CallMessage]>([
  [true, {}],
  [true, { maxFeePerGas: 4n }],
  [true, { maxPriorityFeePerGas: 4n }],
  [false, { maxFeePerGas: 4n, maxPriorityFeePerGas: 4n }],
  [false, { gasPrice: 4n }],
])('says %s where the defaults of %o depend on the tip', (expected, call) => {
  expect(needsTip(call)).toBe(expected)
})

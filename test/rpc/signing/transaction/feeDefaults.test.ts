import { describe, expect, it } from 'vitest'
import type { TransactionRequest } from '../../../../src/rpc/params/transactionRequest.ts'
import { withFees } from '../../../../src/rpc/signing/transaction/feeDefaults.ts'

const london = { baseFeePerGas: 100n, blobGasPrice: undefined, suggestedTip: () => 3n }
const cancun = { ...london, blobGasPrice: 7n }
const old = { ...london, baseFeePerGas: undefined }

const hashes = [new Uint8Array(32)]

// As TestSetFeeDefaults of geth (internal/ethapi/transaction_args_test.go), and more.
describe('withFees', () => {
  it.each<[string, TransactionRequest, typeof cancun | typeof london | typeof old, object]>([
    ['a gas price before London', {}, old, { gasPrice: 3n }],
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
    ['a gas price for type 0', { type: 0n }, london, { gasPrice: 103n }],
    ['a gas price for type 1', { type: 1n }, london, { gasPrice: 103n }],
    [
      'twice the price of blob gas',
      { blobVersionedHashes: hashes },
      cancun,
      { maxFeePerBlobGas: 14n },
    ],
    ['no price of blob gas without blobs', {}, cancun, { maxFeePerBlobGas: undefined }],
    [
      'no price of blob gas that is given',
      { maxFeePerBlobGas: 2n, blobVersionedHashes: hashes },
      cancun,
      { maxFeePerBlobGas: 2n },
    ],
  ])('fills in %s', async (_what, request, terms, fees) => {
    expect(await withFees(request, terms)).toMatchObject(fees)
  })

  const both = 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'
  it.each<[string, TransactionRequest, typeof cancun | typeof old]>([
    [both, { gasPrice: 1n, maxFeePerGas: 1n }, cancun],
    [both, { gasPrice: 1n, maxPriorityFeePerGas: 1n }, old],
    [
      'both gasPrice and authorizationList specified',
      { gasPrice: 1n, authorizationList: [] },
      cancun,
    ],
    [
      'both gasPrice and blobVersionedHashes specified',
      { gasPrice: 1n, blobVersionedHashes: hashes },
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
  ])('refuses: %s', async (message, request, terms) => {
    await expect(withFees(request, terms)).rejects.toMatchObject({ message, jsonRpcCode: -32000 })
  })
})

import { Transaction } from 'ethers'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/primitives/hex.ts'
import type { FilledTransaction } from '../../../../src/rpc/signing/transaction/fillTransaction.ts'
import { signFilled } from '../../../../src/rpc/signing/transaction/signFilled.ts'

// The test of geth for the JSON of `eth_signTransaction` (TestSignTransaction in internal/ethapi).
const GETH_KEY = fromHex('0xb71c71a67e1177ad4e901695e1b4b9ee17ae16c6668d313eac2f96dbcda3f291')
const GETH_RECIPIENT = '0x703c4b2bd70c169f5717101caee543299fc946c7'
const GETH_JSON =
  '{"type":"0x2","chainId":"0x1","nonce":"0x0","to":"0x703c4b2bd70c169f5717101caee543299fc946c7","gas":"0x5208","gasPrice":null,"maxPriorityFeePerGas":"0x0","maxFeePerGas":"0x684ee180","value":"0x1","input":"0x","accessList":[],"v":"0x0","r":"0x8fabeb142d585dd9247f459f7e6fe77e2520c88d50ba5d220da1533cea8b34e1","s":"0x582dd68b21aef36ba23f34e49607329c20d981d30404daf749077f5606785ce7","yParity":"0x0","hash":"0x93927839207cfbec395da84b8a2bc38b7b65d2cb2819e9fef1f091f5b1d4cc8f"}'

const call = {
  chainId: 1n,
  nonce: 0n,
  gas: 21_000n,
  value: 1n,
  data: new Uint8Array(0),
  to: fromHex(GETH_RECIPIENT),
}

const fees = { maxFeePerGas: 0x684ee180n, maxPriorityFeePerGas: 0n }

const word = (byte: number) => new Uint8Array(32).fill(byte)
const accessList = [{ address: new Uint8Array(20).fill(7), storageKeys: [word(1), word(2)] }]
const authorization = {
  chainId: 0n,
  address: word(9).subarray(12),
  nonce: 5n,
  yParity: 1,
  r: 3n,
  s: 4n,
}
const input = fromHex('0x00ff')

it('writes the JSON that geth writes', () => {
  expect(JSON.stringify(signFilled({ type: 2, ...call, ...fees }, GETH_KEY).tx)).toBe(GETH_JSON)
})

describe.each<FilledTransaction>([
  { type: 0, ...call, gasPrice: 10n ** 9n },
  { type: 0, ...call, gasPrice: 10n ** 9n, to: undefined, data: input, nonce: 1n },
  { type: 1, ...call, gasPrice: 10n ** 9n, accessList },
  { type: 2, ...call, ...fees, accessList, data: input },
  { type: 3, ...call, ...fees, maxFeePerBlobGas: 9n, blobVersionedHashes: [word(1)] },
  { type: 4, ...call, ...fees, authorizationList: [authorization] },
])('a transaction of type $type', (filled) => {
  const { raw, tx } = signFilled(filled, GETH_KEY)
  const read = Transaction.from(raw)

  it('is one that ethers reads, with the right sender', () => {
    expect(read.from).toBe('0x71562b71999873DB5b286dF957af199Ec94617F7')
    expect(read.hash).toBe(tx.hash)
    expect([read.type, read.chainId, BigInt(read.nonce)]).toEqual([filled.type, 1n, filled.nonce])
    expect(read.to?.toLowerCase() ?? null).toBe(tx.to)
    expect([read.data, read.value, read.gasLimit]).toEqual([tx.input, 1n, 21_000n])
  })

  it('has the same fields as JSON', () => {
    const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList: list, signature } = read
    const isOld = filled.type < 2
    expect(tx).toMatchObject({
      gasPrice: isOld ? `0x${gasPrice?.toString(16)}` : null,
      maxFeePerGas: isOld ? null : `0x${maxFeePerGas?.toString(16)}`,
      maxPriorityFeePerGas: isOld ? null : `0x${maxPriorityFeePerGas?.toString(16)}`,
      r: `0x${BigInt(signature?.r ?? 0).toString(16)}`,
      s: `0x${BigInt(signature?.s ?? 0).toString(16)}`,
    })
    const listed = list?.map(({ address, storageKeys }) => {
      return { address: address.toLowerCase(), storageKeys }
    })
    expect(tx.accessList).toEqual(filled.type === 0 ? undefined : listed)
    expect(tx.blobVersionedHashes).toEqual(read.blobVersionedHashes ?? undefined)
    expect('yParity' in tx).toBe(filled.type > 0)
  })
})

it('writes authorizations', () => {
  const filled = { type: 4, ...call, ...fees, authorizationList: [authorization] } as const
  const { raw, tx } = signFilled(filled, GETH_KEY)
  expect(tx.authorizationList).toEqual([
    {
      chainId: '0x0',
      address: `0x${'09'.repeat(20)}`,
      nonce: '0x5',
      yParity: '0x1',
      r: '0x3',
      s: '0x4',
    },
  ])
  expect(Transaction.from(raw).authorizationList).toMatchObject([
    { chainId: 0n, nonce: 5n, signature: { yParity: 1 } },
  ])
})

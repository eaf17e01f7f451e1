import { concat, decodeRlp, encodeRlp, Transaction } from 'ethers'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/primitives/hex.ts'
import { encodeFilled } from '../../../../src/rpc/signing/transaction/encodeFilled.ts'
import type { FilledTransaction } from '../../../../src/rpc/signing/transaction/fillTransaction.ts'
import { signFilled } from '../../../../src/rpc/signing/transaction/signFilled.ts'

const KEY = new Uint8Array(32).fill(1)
const call = {
  chainId: 1n,
  nonce: 7n,
  gas: 21_000n,
  value: 1n,
  data: fromHex('0x00ff'),
  to: new Uint8Array(20).fill(5),
}
const fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: 3n }
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
const signature = { v: '0x0', r: '0x0', s: '0x0' }

describe.each<FilledTransaction>([
  { type: 0, ...call, gasPrice: 10n ** 9n },
  { type: 1, ...call, gasPrice: 10n ** 9n, accessList },
  { type: 2, ...call, ...fees, to: undefined, accessList },
  { type: 3, ...call, ...fees, maxFeePerBlobGas: 9n, blobVersionedHashes: [word(1)] },
  { type: 4, ...call, ...fees, authorizationList: [authorization] },
])('a transaction of type $type', (filled) => {
  const { raw, tx } = encodeFilled(filled)
  const signed = signFilled(filled, KEY)

  it('is as it is signed, but for the signature', () => {
    const { hash: _, yParity: __, chainId, ...others } = signed.tx
    expect(tx).toMatchObject({ ...others, ...signature })
    if (filled.type === 0) expect(tx).not.toHaveProperty('chainId')
    else expect(tx).toMatchObject({ chainId, yParity: '0x0' })
  })

  it('has bytes with zeros where the signature will be', () => {
    const bytes = filled.type === 0 ? raw : `0x${raw.slice(4)}`
    const items = decodeRlp(bytes) as string[]
    expect(items.splice(-3)).toEqual(['0x', '0x', '0x'])
    const { unsignedSerialized } = Transaction.from(signed.raw)
    // As it is signed, type 0 also has the chain id and two empty items (EIP-155).
    const contents = filled.type === 0 ? [...items, '0x01', '0x', '0x'] : items
    const type = filled.type === 0 ? '0x' : `0x0${filled.type}`
    expect(concat([type, encodeRlp(contents)])).toBe(unsignedSerialized)
  })
})

import { expect, it } from 'vitest'
import { deriveSigners, toAccount } from '../../../src/chain/accounts.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { recoverPublicKey } from '../../../src/primitives/secp256k1.ts'
import { Keyring } from '../../../src/rpc/signing/keyring.ts'

const accounts = deriveSigners('keyring', 3).map(toAccount)
const [first] = accounts as [(typeof accounts)[0]]
const keyring = new Keyring(accounts)
const digest = new Uint8Array(32).fill(7)

it('lists its accounts in order', () => {
  expect(keyring.addresses).toEqual(accounts.map(({ address }) => address))
  expect(new Keyring([]).addresses).toEqual([])
})

it('signs with 27 or 28 at the end', async () => {
  for (const { address } of accounts) {
    const signature = await keyring.sign(address, digest)
    expect(signature).toHaveLength(65)
    const yParity = (signature[64] as number) - 27
    const parts = { r: signature.subarray(0, 32), s: signature.subarray(32, 64), yParity }
    const signer = keccak256(recoverPublicKey(digest, parts)).subarray(12)
    expect(`0x${Buffer.from(signer).toString('hex')}`).toBe(address)
    expect([0, 1]).toContain(yParity)
  }
})

it.each(['0x', `0x${'00'.repeat(20)}`, 'toString'])('does not know %s', async (address) => {
  const error = expect.objectContaining({ message: 'unknown account', jsonRpcCode: -32000 })
  expect(() => keyring.keyOf(address as '0x')).toThrow(error)
  await expect(keyring.sign(address as '0x', digest)).rejects.toEqual(error)
  expect(() => new Keyring([]).keyOf(first.address)).toThrow(error)
})

import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import {
  type DecodedTransaction,
  decodeTransaction,
} from '../../../src/chain/verify/decodedTransaction.ts'
import { Nonces } from '../../../src/chain/verify/nonces.ts'
import { ActiveForks, Protocol } from '../../../src/chain/verify/protocol.ts'
import { recoverSender } from '../../../src/chain/verify/sender.ts'
import { fromHex, type Hex } from '../../../src/primitives/hex.ts'

const account = privateKeyToAccount(`0x${'01'.repeat(32)}`)
const other = privateKeyToAccount(`0x${'02'.repeat(32)}`)
const forks = new ActiveForks('prague')
const protocol = new Protocol({ chainId: 1337, forks: [{ name: 'prague', at: { timestamp: 0 } }] })

/** A type 4 transaction signed by another library, with an authorization signed by `other`. */
async function authorizing(nonce: number): Promise<DecodedTransaction> {
  const target = `0x${'07'.repeat(20)}` as const
  const authorization = await other.signAuthorization({ address: target, chainId: 1337, nonce: 0 })
  const raw = await account.signTransaction({
    type: 'eip7702',
    chainId: 1337,
    nonce,
    gas: 100_000n,
    maxFeePerGas: 10n,
    to: target,
    authorizationList: [authorization],
  })
  return decodeTransaction('transactions[0]', fromHex(raw), forks)
}

describe('Nonces', async () => {
  const sender = account.address.toLowerCase() as Hex
  const authority = other.address.toLowerCase() as Hex

  const transaction = await authorizing(4)

  it('recovers the signer of a transaction that another library signed', () => {
    expect(recoverSender('transactions[0]', transaction, forks, protocol)).toBe(sender)
  })

  it('accepts the first nonce of an account, and requires consecutive ones after it', () => {
    const nonces = new Nonces()
    nonces.add('a', sender, transaction)
    nonces.add('b', sender, { ...transaction, nonce: 5n })
    expect(() => nonces.add('c', sender, { ...transaction, nonce: 7n })).toThrow(/should be 6/)
    expect(() => nonces.add('c', sender, { ...transaction, nonce: 5n })).toThrow(/should be 6/)
  })

  it('lets a delegated account use nonces for contracts that its code creates', () => {
    const nonces = new Nonces()
    const plain = { ...transaction, authorizations: [] }
    nonces.add('a', authority, { ...plain, nonce: 0n })
    nonces.add('b', sender, transaction)
    nonces.add('c', authority, { ...plain, nonce: 9n })
    expect(() => nonces.add('d', authority, { ...plain, nonce: 9n })).toThrow(/at least 10/)
  })
})

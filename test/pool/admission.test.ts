import { describe, expect, it } from 'vitest'
import type { PoolAccount } from '../../src/pool/admission.ts'
import type { PooledTransaction } from '../../src/pool/pooledTransaction.ts'
import { type PoolState, TransactionPool } from '../../src/pool/transactionPool.ts'
import type { Hex } from '../../src/primitives/hex.ts'

const [alice, bob] = ['0xa', '0xb'] as const

let created = 0

function transaction(given: Partial<PooledTransaction> = {}): PooledTransaction {
  const { gas = 21_000n, feeCap = 100n, tipCap = 10n, blobFeeCap } = given
  return {
    hash: `0x${(++created).toString(16)}`,
    sender: alice,
    nonce: 0,
    gas,
    feeCap,
    tipCap,
    blobFeeCap,
    cost: gas * feeCap,
    bytes: 100,
    authorities: [],
    ...given,
  }
}

/** Accounts by address; others have a nonce of 0 and much ether. */
function stateWith(
  accounts: Readonly<Record<Hex, Partial<PoolAccount>>> = {},
  rest: Partial<PoolState> = {},
): PoolState {
  return {
    baseFee: 50n,
    blobBaseFee: 1n,
    gasLimit: 30_000_000n,
    accountOf: (address) => ({
      ...{ nonce: 0, balance: 10n ** 18n, hasCode: false },
      ...accounts[address],
    }),
    ...rest,
  }
}

const limits = { countMax: 100, bytesMax: 1e6 }
const poolWith = (state = stateWith()) => new TransactionPool(limits, state)

const nonces = (transactions: readonly PooledTransaction[]) =>
  transactions.map(({ nonce }) => nonce)

describe('a blob transaction with a gap', () => {
  it('waits, the more of them the more its sender has sent', () => {
    const pool = poolWith(stateWith({ [alice]: { nonce: 99 } }))
    const blobs = (nonce: number) => transaction({ nonce, blobFeeCap: 1n })
    pool.add(blobs(101))
    pool.add(blobs(102))
    expect(() => pool.add(blobs(103))).toThrow('nonce too high: tx nonce 103, gapped nonce 99')
    pool.add(blobs(99))
    pool.add(blobs(100))
    expect(nonces(pool.contentOf(alice).pending)).toEqual([99, 100, 101, 102])
  })
})

describe('an account with code', () => {
  const limit = 'in-flight transaction limit reached for delegated accounts'
  const delegated = () => poolWith(stateWith({ [alice]: { hasCode: true } }))
  const refusal = (message: string) =>
    expect.objectContaining({ code: 'DELEGATION_LIMIT', message })

  it('may have one transaction, and replace it', () => {
    const pool = delegated()
    pool.add(transaction())
    expect(() => pool.add(transaction({ nonce: 1 }))).toThrow(refusal(limit))
    pool.add(transaction({ feeCap: 200n, tipCap: 20n }))
    expect(pool.count).toBe(1)
  })

  it('may have no transaction after a gap', () => {
    const problem = 'gapped-nonce tx from delegated accounts'
    expect(() => delegated().add(transaction({ nonce: 1 }))).toThrow(refusal(problem))
  })

  it('may have one transaction with blobs', () => {
    const pool = delegated()
    pool.add(transaction({ blobFeeCap: 1n }))
    expect(() => pool.add(transaction({ nonce: 1, blobFeeCap: 1n }))).toThrow(refusal(limit))
  })

  it('is one as long as the pool has an authorization of it', () => {
    const pool = poolWith()
    const authorized = transaction({ sender: bob, authorities: [alice] })
    pool.add(transaction())
    pool.add(authorized)
    expect(() => pool.add(transaction({ nonce: 1 }))).toThrow(refusal(limit))
    pool.remove(authorized.hash)
    pool.add(transaction({ nonce: 1 }))
    expect(pool.count).toBe(2)
  })
})

describe('an authorization', () => {
  const refusal = expect.objectContaining({
    code: 'AUTHORITY_RESERVED',
    message: 'authority already reserved',
  })
  const authorized = () => transaction({ sender: bob, authorities: [alice] })

  it('is refused of an account with two transactions, pending or not', () => {
    const pool = poolWith()
    pool.add(transaction())
    pool.add(transaction({ nonce: 5 }))
    expect(() => pool.add(authorized())).toThrow(refusal)
  })

  it('is refused of an account with a blob transaction', () => {
    const pool = poolWith()
    pool.add(transaction({ blobFeeCap: 1n }))
    expect(() => pool.add(authorized())).toThrow(refusal)
  })
})

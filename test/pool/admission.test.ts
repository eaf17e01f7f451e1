import { describe, expect, it } from 'vitest'
import { TransactionPool } from '../../src/pool/transactionPool.ts'
import { alice, bob, nonces, stateWith, transaction } from '../support/pooledTransactions.ts'

const limits = { countMax: 100, bytesMax: 1e6 }
const poolWith = (state = stateWith()) => new TransactionPool(limits, state)

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

  it('is too high when it is sent again, and known without the gap', () => {
    const pool = poolWith(stateWith({ [alice]: { nonce: 12 } }))
    const waiting = transaction({ nonce: 13, blobFeeCap: 1n })
    pool.add(waiting)
    expect(() => pool.add(waiting)).toThrow('nonce too high: tx nonce 13, gapped nonce 12')
    pool.add(transaction({ nonce: 12, blobFeeCap: 1n }))
    expect(() => pool.add(waiting)).toThrow('already known')
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

  it('is refused of an account whose second transaction has a nonce above 2^53', () => {
    const pool = poolWith()
    pool.add(transaction())
    pool.add(transaction({ nonce: 2n ** 63n }))
    expect(() => pool.add(authorized())).toThrow(refusal)
  })

  it('is refused of an account with a blob transaction', () => {
    const pool = poolWith()
    pool.add(transaction({ blobFeeCap: 1n }))
    expect(() => pool.add(authorized())).toThrow(refusal)
  })
})

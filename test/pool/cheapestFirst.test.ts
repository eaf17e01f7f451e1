import { expect, it } from 'vitest'
import { CheapestFirst } from '../../src/pool/cheapestFirst.ts'
import type { PooledTransaction } from '../../src/pool/pooledTransaction.ts'

function transaction(hash: `0x${string}`, tipCap: bigint, nonce = 0n): PooledTransaction {
  return {
    hash,
    sender: hash,
    nonce,
    gas: 21_000n,
    feeCap: 100n,
    tipCap,
    blobFeeCap: undefined,
    cost: 1n,
    authorities: [],
    bytes: 100,
  }
}

const isPresent = () => true

function order(queue: CheapestFirst<PooledTransaction>): string[] {
  const hashes: string[] = []
  queue.take(isPresent, ({ hash }) => hashes.push(hash) > 0)
  return hashes
}

it('begins with the lowest tip, then the last nonce, then the first arrival', () => {
  const queue = new CheapestFirst(
    [transaction('0xa', 3n), transaction('0xb', 2n), transaction('0xc', 2n, 1n)],
    1n,
  )
  queue.add(transaction('0xd', 2n))
  expect(order(queue)).toEqual(['0xc', '0xb', '0xd', '0xa'])
  // What is only looked at remains.
  expect(order(queue)).toEqual(['0xc', '0xb', '0xd', '0xa'])
})

it('forgets what is not in the pool any more', () => {
  const queue = new CheapestFirst([transaction('0xa', 1n), transaction('0xb', 2n)], 1n)
  const seen: string[] = []
  queue.take(
    ({ hash }) => hash !== '0xa',
    ({ hash }) => {
      seen.push(hash)
      return false
    },
  )
  expect(seen).toEqual(['0xb'])
  expect(queue.length).toBe(1)
})

it('has one that has left the pool and returned once', () => {
  const one = transaction('0xa', 1n)
  const queue = new CheapestFirst([one], 1n)
  queue.add(one)
  expect(order(queue)).toEqual(['0xa'])
  expect(queue.length).toBe(1)
})

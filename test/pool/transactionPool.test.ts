import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PooledTransaction } from '../../src/pool/pooledTransaction.ts'
import { type PoolState, TransactionPool } from '../../src/pool/transactionPool.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import {
  alice,
  bob,
  type Given,
  nonces,
  stateWith,
  transaction,
} from '../support/pooledTransactions.ts'

const limits = { countMax: 100, bytesMax: 1e6 }
const poolWith = (state = stateWith(), given = {}) =>
  new TransactionPool({ ...limits, ...given }, state)

describe('what is pending', () => {
  it('begins with the nonce of the account, and ends at a gap', () => {
    const pool = poolWith(stateWith({ [alice]: { nonce: 2 } }))
    for (const nonce of [5, 3, 2]) pool.add(transaction({ nonce }))
    expect(nonces(pool.contentOf(alice).pending)).toEqual([2, 3])
    expect(nonces(pool.contentOf(alice).queued)).toEqual([5])
    expect(pool.nextNonce(alice)).toBe(4n)
    expect(pool.nextNonce(bob)).toBe(0n)
    pool.add(transaction({ nonce: 4 }))
    expect(nonces(pool.contentOf(alice).pending)).toEqual([2, 3, 4, 5])
    expect(pool.contentOf(bob)).toEqual({ sender: bob, pending: [], queued: [] })
  })

  it('tells apart nonces above 2^53', () => {
    const pool = poolWith(stateWith({ [alice]: { nonce: 2n ** 53n } }))
    for (const more of [1n, 0n, 3n]) pool.add(transaction({ nonce: 2n ** 53n + more }))
    const { pending, queued } = pool.contentOf(alice)
    expect([...pending, ...queued].map(({ nonce }) => nonce - 2n ** 53n)).toEqual([0n, 1n, 3n])
    expect(pending).toHaveLength(2)
    expect(pool.nextNonce(alice)).toBe(2n ** 53n + 2n)
  })

  it('follows the head, also backwards', () => {
    const pool = poolWith()
    for (const nonce of [0, 1, 2]) pool.add(transaction({ nonce }))
    expect(nonces(pool.settle(stateWith({ [alice]: { nonce: 2 } })))).toEqual([0, 1])
    expect(nonces(pool.contentOf(alice).pending)).toEqual([2])
    expect(pool.settle(stateWith({ [alice]: { nonce: 1 } }))).toEqual([])
    expect(nonces(pool.contentOf(alice).queued)).toEqual([2])
  })

  it('waits behind one that was dropped', () => {
    const pool = poolWith()
    const [first, second] = [transaction(), transaction({ nonce: 1 })]
    pool.add(first)
    pool.add(second)
    expect(pool.remove(first.hash)).toBe(true)
    expect(pool.remove(first.hash)).toBe(false)
    expect(pool.contentOf(alice)).toEqual({ sender: alice, pending: [], queued: [second] })
    expect(pool.get(second.hash)).toBe(second)
  })

  it('loses what its sender cannot pay any more, or no block has room for', () => {
    const pool = poolWith()
    const [dear, large, kept] = [
      transaction({ cost: 500n }),
      transaction({ sender: bob, gas: 40n, cost: 1n }),
      transaction({ sender: bob, nonce: 1, gas: 1n, cost: 1n }),
    ]
    for (const each of [dear, large, kept]) pool.add(each)
    const state = stateWith({ [alice]: { balance: 499n } }, { gasLimit: 39n })
    expect(pool.settle(state)).toEqual([dear, large])
    expect([...pool.contents()]).toEqual([{ sender: bob, pending: [], queued: [kept] }])
    expect([pool.count, pool.bytes]).toEqual([1, 100])
  })
})

describe('a transaction is refused', () => {
  it.each([
    ['if the pool has it', {}, 'ALREADY_KNOWN', 'already known'],
    [
      'if its nonce was used',
      { nonce: 0, account: { nonce: 3 } },
      'NONCE_TOO_LOW',
      'nonce too low: next nonce 3, tx nonce 0',
    ],
    [
      'if the sender cannot pay it',
      { cost: 11n, account: { balance: 10n } },
      'INSUFFICIENT_FUNDS',
      'insufficient funds for gas * price + value: balance 10, tx cost 11, overshot 1',
    ],
    [
      'if it has blobs and its nonce leaves a gap',
      { nonce: 2, blobFeeCap: 1n },
      'NONCE_TOO_HIGH',
      'nonce too high: tx nonce 2, gapped nonce 0',
    ],
  ])(
    '%s',
    (_, { account, ...given }: Given<PooledTransaction> & { account?: object }, code, message) => {
      const pool = poolWith(stateWith({ [alice]: account ?? {} }))
      const one = transaction(given)
      if (code === 'ALREADY_KNOWN') pool.add(one)
      expect(() => pool.add(one)).toThrow(expect.objectContaining({ code, message }))
    },
  )

  it('if the sender cannot pay all pending ones together', () => {
    const pool = poolWith(stateWith({ [alice]: { balance: 100n } }))
    pool.add(transaction({ cost: 60n }))
    const problem = 'insufficient funds for gas * price + value: balance 100, queued cost 60, '
    expect(() => pool.add(transaction({ nonce: 1, cost: 50n }))).toThrow(
      `${problem}tx cost 50, overshot 10`,
    )
    const bumped = { cost: 101n - 1n + 1n, feeCap: 200n, tipCap: 20n }
    expect(() => pool.add(transaction({ ...bumped, cost: 100n, nonce: 0 }))).not.toThrow()
    // What is queued does not count, as in geth.
    expect(() => pool.add(transaction({ nonce: 5, cost: 1n }))).toThrow('tx cost 1, overshot 1')
  })

  it('if its sender has transactions of the other kind, with blobs or without', () => {
    const pool = poolWith()
    pool.add(transaction())
    pool.add(transaction({ sender: bob, blobFeeCap: 1n }))
    for (const other of [transaction({ blobFeeCap: 1n }), transaction({ sender: bob, nonce: 1 })]) {
      expect(() => pool.add(other)).toThrow(
        expect.objectContaining({ code: 'ADDRESS_RESERVED', message: 'address already reserved' }),
      )
    }
  })

  it('if its sender has 16 with blobs', () => {
    const pool = poolWith()
    for (let nonce = 0; nonce < 16; nonce++) pool.add(transaction({ nonce, blobFeeCap: 1n }))
    expect(() => pool.add(transaction({ nonce: 16, blobFeeCap: 1n }))).toThrow(
      'account limit exceeded: pooled 16 txs',
    )
    const replacement = { nonce: 15, feeCap: 200n, tipCap: 20n, blobFeeCap: 2n }
    expect(pool.add(transaction(replacement))).toMatchObject({
      replaced: { nonce: 15n, feeCap: 100n },
    })
  })
})

describe('a transaction that is put back', () => {
  it.each([
    [
      'an account with code, which may send one at a time',
      { [alice]: { hasCode: true } },
      [{}, {}, {}],
    ],
    [
      'an account that cannot pay for all together',
      { [alice]: { balance: 100n } },
      [{ cost: 60n }, { cost: 60n }, { cost: 100n }],
    ],
    ['an account with one with blobs', {}, [{ blobFeeCap: 1n }, {}, {}]],
  ])('is taken from %s', (_, accounts, given) => {
    const pool = poolWith(stateWith(accounts))
    const all = given.map((each, nonce) => transaction({ ...each, nonce }))
    for (const each of all) pool.putBack(each)
    expect(pool.contentOf(alice)).toEqual({ sender: alice, pending: all, queued: [] })
    expect(pool.hashes()).toEqual(all.map(({ hash }) => hash))
  })

  it.each([{ nonce: 1 }, { nonce: 2, cost: 101n }, { nonce: 2, gas: 30_000_001n, cost: 1n }])(
    'is left out if no block can include it: %o',
    (given) => {
      const pool = poolWith(stateWith({ [alice]: { nonce: 2, balance: 100n } }))
      expect(pool.putBack(transaction(given)).replaced).toBeUndefined()
      expect(pool.count).toBe(0)
    },
  )

  it('replaces one with its nonce only if it pays enough', () => {
    const pool = poolWith()
    const [low, high] = [transaction(), transaction({ feeCap: 110n, tipCap: 11n })]
    pool.add(low)
    expect(pool.putBack(high).replaced).toBe(low)
    expect(() => pool.putBack(low)).toThrow('replacement transaction underpriced')
    expect(pool.hashes()).toEqual([high.hash])
  })
})

describe('a replacement', () => {
  it.each([
    [{ feeCap: 110n, tipCap: 11n }, true],
    [{ feeCap: 109n, tipCap: 11n }, false],
    [{ feeCap: 110n, tipCap: 10n }, false],
    [{ feeCap: 1000n, tipCap: 10n }, false],
  ])('with the fees %o is taken: %s', (fees, isTaken) => {
    const pool = poolWith()
    const [old, next] = [transaction(), transaction(fees)]
    pool.add(old)
    if (isTaken) {
      expect(pool.add(next).replaced).toBe(old)
      expect(pool.get(old.hash)).toBeUndefined()
      expect(pool.contentOf(alice).pending).toEqual([next])
      expect([pool.count, pool.bytes]).toEqual([1, 100])
    } else {
      expect(() => pool.add(next)).toThrow('replacement transaction underpriced')
      expect(pool.contentOf(alice).pending).toEqual([old])
    }
  })

  it('of small fees must pay more, even if a tenth of them is nothing', () => {
    const pool = poolWith()
    pool.add(transaction({ feeCap: 5n, tipCap: 1n }))
    expect(() => pool.add(transaction({ feeCap: 5n, tipCap: 1n }))).toThrow('underpriced')
    expect(() => pool.add(transaction({ feeCap: 6n, tipCap: 2n }))).not.toThrow()
  })

  it.each([
    [{ feeCap: 100n, tipCap: 20n, blobFeeCap: 8n }, 'new tx gas fee cap 100 <= 100 queued'],
    [{ feeCap: 200n, tipCap: 10n, blobFeeCap: 8n }, 'new tx gas tip cap 10 <= 10 queued'],
    [{ feeCap: 200n, tipCap: 20n, blobFeeCap: 4n }, 'new tx blob gas fee cap 4 <= 4 queued'],
    [
      { feeCap: 199n, tipCap: 20n, blobFeeCap: 8n },
      'new tx gas fee cap 199 < 100 queued + 100% replacement penalty',
    ],
    [
      { feeCap: 200n, tipCap: 20n, blobFeeCap: 7n },
      'new tx blob gas fee cap 7 < 4 queued + 100% replacement penalty',
    ],
  ])('with blobs and the fees %o: %s', (fees, problem) => {
    const pool = poolWith()
    pool.add(transaction({ blobFeeCap: 4n }))
    expect(() => pool.add(transaction(fees))).toThrow(
      `replacement transaction underpriced: ${problem}`,
    )
  })
})

describe('the order of a block', () => {
  it('is by tip, then by arrival, and by nonce for one sender', () => {
    const pool = poolWith()
    const [first, second] = [
      transaction({ tipCap: 5n }),
      transaction({ nonce: 1, tipCap: 40n, feeCap: 1000n }),
    ]
    const [third, fourth] = [
      transaction({ sender: bob, tipCap: 6n }),
      transaction({ sender: bob, nonce: 1, tipCap: 5n }),
    ]
    for (const each of [second, first, third, fourth]) pool.add(each)
    expect([...pool.inOrder()]).toEqual([third, first, second, fourth])
  })

  it('leaves out those that do not pay the fees, and later ones of their sender', () => {
    const pool = poolWith()
    pool.add(transaction({ feeCap: 49n }))
    pool.add(transaction({ nonce: 1, feeCap: 500n }))
    pool.add(transaction({ sender: bob, blobFeeCap: 1n }))
    pool.add(transaction({ sender: '0xc', tipCap: 0n, feeCap: 50n }))
    expect([...pool.inOrder()].map(({ sender }) => sender)).toEqual([bob, '0xc'])
    pool.settle(stateWith({}, { baseFee: 10n, blobBaseFee: 2n }))
    expect([...pool.inOrder()].map(({ sender }) => sender)).toEqual([alice, alice, '0xc'])
  })
})

describe('the order fifo', () => {
  it('is by arrival whatever a transaction pays, and by nonce for one sender', () => {
    const pool = poolWith(stateWith(), { order: 'fifo' })
    const [first, second] = [transaction({ tipCap: 1n }), transaction({ nonce: 1, tipCap: 40n })]
    const third = transaction({ sender: bob, tipCap: 9n })
    for (const each of [second, third, first]) pool.add(each)
    expect([...pool.inOrder()]).toEqual([third, first, second])
  })
})

describe('a full pool', () => {
  it('drops those that pay least for one that pays more', () => {
    const pool = poolWith(stateWith(), { countMax: 2 })
    const [cheap, dear] = [transaction({ tipCap: 1n }), transaction({ sender: bob, tipCap: 9n })]
    pool.add(dear)
    pool.add(cheap)
    expect(() => pool.add(transaction({ sender: '0xc', tipCap: 1n }))).toThrow(
      expect.objectContaining({ code: 'UNDERPRICED', message: 'transaction underpriced' }),
    )
    const next = transaction({ sender: '0xc', tipCap: 2n })
    pool.add(next)
    expect([...pool.inOrder()]).toEqual([dear, next])
  })

  it('counts bytes, too', () => {
    const pool = poolWith(stateWith(), { bytesMax: 250 })
    pool.add(transaction({ tipCap: 1n }))
    pool.add(transaction({ sender: bob, tipCap: 2n }))
    pool.add(transaction({ sender: '0xc', tipCap: 3n, bytes: 150 }))
    expect([...pool.inOrder()].map(({ sender }) => sender)).toEqual(['0xc', bob])
    expect(pool.bytes).toBe(250)
    expect(() => pool.add(transaction({ sender: alice, tipCap: 99n, bytes: 251 }))).toThrow(
      'transaction underpriced',
    )
    expect(pool.count).toBe(2)
  })
})

describe('a transaction that is undone', () => {
  const read = (pool: ReturnType<typeof poolWith>) => ({
    hashes: pool.hashes(),
    contents: [...pool.contents()],
    order: [...pool.inOrder()],
    counts: [pool.count, pool.bytes],
  })

  it('leaves the one that it has replaced in its place', () => {
    const pool = poolWith(stateWith(), { order: 'fifo' })
    const [first, second] = [transaction({ authorities: ['0xd'] }), transaction({ sender: bob })]
    for (const each of [first, second]) pool.add(each)
    const before = read(pool)
    const { undo, replaced } = pool.add(transaction({ feeCap: 200n, tipCap: 20n }))
    expect(replaced).toBe(first)
    expect([...pool.inOrder()][0]).toBe(second)
    undo()
    expect(read(pool)).toEqual(before)
    // What it has authorized counts again.
    const authorized = [0, 1].map((nonce) => transaction({ sender: '0xd', nonce }))
    pool.add(authorized[0] as PooledTransaction)
    expect(() => pool.add(authorized[1] as PooledTransaction)).toThrow()
  })

  it('leaves those for which a full pool had no room', () => {
    const pool = poolWith(stateWith(), { bytesMax: 300 })
    const added = [
      transaction({ sender: bob, tipCap: 1n }),
      transaction({ tipCap: 9n }),
      transaction({ sender: '0xc', tipCap: 1n }),
    ]
    for (const each of added) pool.add(each)
    const before = read(pool)
    const large = transaction({ sender: '0xd', tipCap: 5n, bytes: 200 })
    const { undo, evicted } = pool.add(large)
    expect(evicted).toEqual([added[0], added[2]])
    undo()
    expect(read(pool)).toEqual(before)
    expect(pool.add(large).evicted).toEqual([added[0], added[2]])
  })

  it('changes nothing else if it has left the pool', () => {
    const pool = poolWith()
    const [first, second] = [transaction(), transaction({ feeCap: 200n, tipCap: 20n })]
    pool.add(first)
    const before = read(pool)
    const { undo } = pool.add(second)
    pool.remove(second.hash)
    undo()
    expect(read(pool)).toEqual(before)
  })
})

describe('at any time', () => {
  const operation = fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      sender: fc.constantFrom<Hex>('0xa', '0xb', '0xc'),
      nonce: fc.nat(6),
      tipCap: fc.bigInt(0n, 100n),
      feeCap: fc.bigInt(0n, 200n),
      bytes: fc.integer({ min: 1, max: 400 }),
    }),
    fc.record({
      kind: fc.constant('settle' as const),
      nonces: fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
      baseFee: fc.bigInt(0n, 150n),
    }),
    fc.record({ kind: fc.constant('remove' as const), index: fc.nat(20) }),
  )

  it('counts, limits and order hold', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const pool = poolWith(stateWith(), { countMax: 8, bytesMax: 1000 })
        let state = stateWith()
        for (const each of operations) {
          if (each.kind === 'settle') {
            const [a, b, c] = each.nonces
            const accounts = { '0xa': { nonce: a }, '0xb': { nonce: b }, '0xc': { nonce: c } }
            state = stateWith(accounts as never, { baseFee: each.baseFee })
            pool.settle(state)
          } else if (each.kind === 'remove') {
            const all = [...pool.contents()].flatMap(({ pending, queued }) => [
              ...pending,
              ...queued,
            ])
            const found = all[each.index]
            if (found !== undefined) expect(pool.remove(found.hash)).toBe(true)
          } else {
            const { kind: _, ...given } = each
            try {
              pool.add(transaction(given))
            } catch (error) {
              expect(error).toMatchObject({ name: 'PoolError' })
            }
          }
          expectConsistent(pool, state)
        }
      }),
    )
  })
})

function expectConsistent(pool: TransactionPool<PooledTransaction>, state: PoolState): void {
  const contents = [...pool.contents()]
  const all = contents.flatMap(({ pending, queued }) => [...pending, ...queued])
  expect(pool.count).toBe(all.length)
  expect(pool.bytes).toBe(all.reduce((sum, { bytes }) => sum + bytes, 0))
  expect(pool.count).toBeLessThanOrEqual(8)
  expect(pool.bytes).toBeLessThanOrEqual(1000)
  for (const { sender, pending, queued } of contents) {
    const nonce = Number(state.accountOf(sender).nonce)
    expect(nonces(pending)).toEqual(pending.map((_, index) => nonce + index))
    expect(pool.nextNonce(sender)).toBe(BigInt(nonce + pending.length))
    expect(nonces(queued).every((each) => each > nonce + pending.length)).toBe(true)
  }
  // A block can include them in this order.
  const next = new Map<Hex, bigint>()
  for (const { sender, nonce, feeCap } of pool.inOrder()) {
    expect(nonce).toBe(next.get(sender) ?? state.accountOf(sender).nonce)
    next.set(sender, nonce + 1n)
    expect(feeCap).toBeGreaterThanOrEqual(state.baseFee)
  }
}

describe('a large pool', () => {
  /** Transactions of different senders, and how often their tip was read. */
  function counted(count: number) {
    const reads = { count: 0 }
    const transactions = Array.from({ length: count }, (_, index) => {
      const tip = BigInt((index * 7919) % count)
      const each = transaction({ sender: `0x${(index + 16).toString(16)}`, tipCap: tip })
      return Object.defineProperty({ ...each }, 'tipCap', {
        get() {
          reads.count++
          return tip
        },
      }) as PooledTransaction
    })
    return { transactions, reads }
  }

  it('compares each sender with few others to find the order', () => {
    const { transactions, reads } = counted(1024)
    const pool = poolWith(stateWith(), { countMax: 2000 })
    for (const each of transactions) pool.add(each)
    reads.count = 0
    expect([...pool.inOrder()]).toHaveLength(1024)
    // Two reads for a comparison, two comparisons for each of 10 levels of the heap, and as much for the first order.
    expect(reads.count).toBeLessThan(1024 * 2 * 2 * 11)
  })

  it('does not sort all transactions for each that needs room', () => {
    const { transactions, reads } = counted(1024)
    const pool = poolWith(stateWith(), { countMax: 1024 })
    for (const each of transactions) pool.add(each)
    pool.add(transaction({ sender: '0xb', tipCap: 1025n, feeCap: 2000n }))
    reads.count = 0
    for (let nonce = 1; nonce <= 100; nonce++) {
      pool.add(transaction({ sender: '0xb', nonce, tipCap: 1025n, feeCap: 2000n }))
    }
    expect(pool.count).toBe(1024)
    expect(reads.count).toBeLessThan(100 * 100)
  })
})

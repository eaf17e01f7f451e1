// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { loadLatest } from '../../../src/explorer/views/loadLatest.ts'
import { FakeChain } from '../support/fakeChain.ts'
import { FakeServer } from '../support/fakeServer.ts'
import { rpcBlock } from '../support/rpcBlock.ts'
import { sessionOf } from '../support/sessionOf.ts'

/** The hashes that the page shows of a chain of 101 blocks, each with as many transactions as `countOf` says. */
async function latestOf(countOf: (number: number) => number, waiting = 0, pinned?: number) {
  const asked: number[] = []
  const transactionsOf = (number: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      hash: `${number}-${index}`,
      blockNumber: `0x${number.toString(16)}`,
    }))
  const server = new FakeServer({
    ...new FakeChain(100, pinned).methods({ dev: waiting > 0 }),
    eth_getBlockByNumber: (name: string) => {
      if (name === 'pending') return { ...rpcBlock, transactions: transactionsOf(101, waiting) }
      const number = Number(name)
      asked.push(number)
      return { ...rpcBlock, number: name, transactions: transactionsOf(number, countOf(number)) }
    },
    eth_getBlockReceipts: (name: string) =>
      transactionsOf(Number(name), countOf(Number(name))).map(({ hash }) => ({
        transactionHash: hash,
        status: '0x1',
      })),
  })
  const session = sessionOf(server)
  server.accept()
  await vi.waitFor(() => expect(session.head.value?.number).toBe(100))
  return { rows: await loadLatest(session), asked }
}

it('shows the newest transactions of the head, and asks for nothing else', async () => {
  const { rows, asked } = await latestOf(() => 12)
  expect(rows.map(({ transaction }) => transaction.hash)).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `100-${index}`),
  )
  expect(rows.every(({ receipt }) => receipt?.status === '0x1')).toBe(true)
  expect(asked).toEqual([100])
})

it('goes back until there are enough, and no further than 64 blocks', async () => {
  const { rows } = await latestOf((number) => (number % 5 === 0 ? 1 : 0))
  expect(rows.map(({ transaction }) => transaction.hash)).toEqual(
    [100, 95, 90, 85, 80, 75, 70, 65, 60, 55].map((number) => `${number}-0`),
  )
  const { rows: none, asked } = await latestOf(() => 0)
  expect(none).toEqual([])
  expect(asked).toHaveLength(64)
})

it('begins with those that wait in the pool', async () => {
  const { rows } = await latestOf(() => 1, 2)
  expect(rows.map(({ transaction, isPending }) => [transaction.hash, isPending])).toEqual([
    ['101-1', true],
    ['101-0', true],
    ...[100, 99, 98, 97, 96, 95, 94, 93].map((number) => [`${number}-0`, false]),
  ])
})

it('reads no block of a network below the pinned one of a fork', async () => {
  const { rows, asked } = await latestOf((number) => (number < 98 ? 12 : 1), 0, 97)
  expect(rows).toHaveLength(10)
  expect(asked).toEqual([100, 99, 98, 97])
  const { rows: few, asked: all } = await latestOf((number) => (number < 98 ? 12 : 1), 0, 98)
  expect(few.map(({ transaction }) => transaction.hash)).toEqual(['100-0', '99-0', '98-0'])
  expect(all).toEqual([100, 99, 98])
})

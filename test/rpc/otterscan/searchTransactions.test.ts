import { describe, expect, it } from 'vitest'
import type { Hex } from '../../../src/primitives/hex.ts'
import { serveForTests } from '../../support/serving.ts'

const BLOCKS = 30

const { ask } = await serveForTests({ preset: 'latest', blocks: BLOCKS, seed: 'otterscan' })

interface Written {
  readonly hash: Hex
  readonly from: Hex
  readonly blockNumber: Hex
}

interface Page {
  readonly txs: readonly Written[]
  readonly receipts: readonly object[]
  readonly firstPage: boolean
  readonly lastPage: boolean
}

/** The transactions with an account, newest first, as `trace_filter` finds them. */
async function expected(account: Hex): Promise<readonly Hex[]> {
  const filter = { fromAddress: [account], toAddress: [account] }
  const traces = await ask<{ transactionHash: Hex | null }[]>('trace_filter', filter)
  const hashes = new Set(traces.flatMap(({ transactionHash }) => transactionHash ?? []))
  return [...hashes].reverse()
}

const page = (direction: string, account: Hex, block: number, size: number) =>
  ask<Page>(`ots_searchTransactions${direction}`, account, block, size)

const { transactions } = await ask<{ transactions: Written[] }>('eth_getBlockByNumber', '0x1', true)
const [account] = transactions.map(({ from }) => from) as [Hex]

describe.each([1, 5, 1000])('pages of %i transactions', (size) => {
  it('lead from the head to the beginning', async () => {
    const found: Hex[] = []
    for (let block = 0, isLast = false; !isLast; ) {
      const { txs, firstPage, lastPage } = await page('Before', account, block, size)
      expect(firstPage).toBe(block === 0)
      found.push(...txs.map(({ hash }) => hash))
      block = Number(txs.at(-1)?.blockNumber ?? 1)
      isLast = lastPage
    }
    expect(found).toEqual(await expected(account))
  })

  it('lead from the beginning to the head', async () => {
    const found: Hex[] = []
    for (let block = 0, isFirst = false; !isFirst; ) {
      const { txs, firstPage, lastPage } = await page('After', account, block, size)
      expect(lastPage).toBe(block === 0)
      found.unshift(...txs.map(({ hash }) => hash))
      block = Number(txs[0]?.blockNumber ?? BLOCKS)
      isFirst = firstPage
    }
    expect(found).toEqual(await expected(account))
  })
})

it('has transactions and receipts as other methods write them, with the time', async () => {
  const { txs, receipts } = await page('Before', account, 0, 1)
  const [{ hash, blockNumber }] = txs as [Written]
  expect(txs[0]).toEqual(await ask('eth_getTransactionByHash', hash))
  const { timestamp } = await ask<{ timestamp: Hex }>('eth_getBlockByNumber', blockNumber, false)
  const receipt = await ask<object>('eth_getTransactionReceipt', hash)
  expect(receipts[0]).toEqual({ ...receipt, timestamp: Number(timestamp) })
})

it('finds nothing beyond the ends, and for unknown accounts', async () => {
  const empty = { txs: [], receipts: [] }
  expect(await page('After', account, BLOCKS, 5)).toMatchObject({ ...empty, firstPage: true })
  expect(await page('Before', account, 1, 5)).toMatchObject({ ...empty, lastPage: true })
  const nobody: Hex = `0x${'12'.repeat(20)}`
  const both = { ...empty, firstPage: true, lastPage: true }
  expect(await page('Before', nobody, 0, 5)).toEqual(both)
  expect(await page('Before', nobody, Number.MAX_SAFE_INTEGER, 5)).toEqual(both)
})

import { describe, expect, it } from 'vitest'
import { createFork } from '../../../src/createFork.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { ask as askServer, serveForTests, serveInTest } from '../../support/serving.ts'

const BLOCKS = 30

const { ask, server } = await serveForTests({ preset: 'latest', blocks: BLOCKS, seed: 'otterscan' })

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

describe('on a fork', () => {
  const PIN = 20
  const problem = `a forked chain does not have an index of the transactions before its block ${PIN}: it reads only what is asked for`

  async function forked() {
    const spec = { mnemonic: 'test test test test test test test test test test test junk' }
    const fork = await serveInTest(await createFork({ rpc: server.url, block: PIN, spec }), {
      dev: true,
      dialect: 'anvil',
    })
    const [from] = await askServer<Hex[]>(fork, 'eth_accounts')
    const send = () => askServer<Hex>(fork, 'eth_sendTransaction', { from, to: from })
    const hashes = [await send(), await send()] as const
    const pageOf = async (direction: string, block: number, size: number) => {
      const found = await askServer<Page>(
        fork,
        `ots_searchTransactions${direction}`,
        from,
        block,
        size,
      )
      return { ...found, txs: found.txs.map(({ hash }) => hash), receipts: undefined }
    }
    return { fork, hashes, pageOf }
  }

  it('a page that new blocks fill is never the last one', async () => {
    const { fork, hashes, pageOf } = await forked()
    const [first, second] = hashes
    const { number } = fork.head
    expect(await pageOf('Before', 0, 1)).toEqual({
      txs: [second],
      firstPage: true,
      lastPage: false,
    })
    expect(await pageOf('Before', 0, 2)).toEqual({
      txs: [second, first],
      firstPage: true,
      lastPage: false,
    })
    expect(await pageOf('After', number - 1, 2)).toEqual({
      txs: [second],
      firstPage: true,
      lastPage: false,
    })
    expect(await pageOf('After', PIN - 1, 2)).toMatchObject({
      txs: [second, first],
      lastPage: false,
    })
  })

  it('a page that needs blocks before the pinned one is refused', async () => {
    const { pageOf } = await forked()
    await expect(pageOf('Before', 0, 3)).rejects.toThrow(problem)
    await expect(pageOf('Before', PIN, 1)).rejects.toThrow(problem)
    await expect(pageOf('After', 0, 1)).rejects.toThrow(problem)
    await expect(pageOf('After', PIN - 2, 1)).rejects.toThrow(problem)
  })
})

import { randomUUID } from 'node:crypto'
import { createTestClient, http, parseEther, publicActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { describe, expect, it } from 'vitest'

// A suite as users write it, for one server or for many: each test has an endpoint of its own.

const ROUNDS = 40
const url = process.env.OMMER_URL as string
const account = mnemonicToAccount('test test test test test test test test test test test junk')
const to = '0x7777777777777777777777777777777777777777'
const value = parseEther('1')

function client(key: string = randomUUID()) {
  const transport = http(`${url}/v3/${key}`, { retryCount: 5, timeout: 30_000 })
  const options = {
    account,
    chain: foundry,
    mode: 'anvil',
    transport,
    pollingInterval: 20,
  } as const
  return createTestClient(options).extend(publicActions).extend(walletActions)
}

async function control(key: string, method: string, ...params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/control/${key}`, { method: 'POST', headers, body })
  expect(await response.json()).toHaveProperty('result')
}

describe.each(Array.from({ length: ROUNDS }, (_, round) => round))('round %d', (round) => {
  it('mines blocks, one on top of the other', async () => {
    const node = client()
    const start = await node.getBlock()
    await node.mine({ blocks: 1 + (round % 5) })
    const end = await node.getBlock()
    expect(end.number).toBe(start.number + 1n + BigInt(round % 5))
  })

  it('sends a transaction, and finds its receipt', async () => {
    const node = client()
    const hash = await node.sendTransaction({ to, value })
    const { status, blockNumber } = await node.waitForTransactionReceipt({ hash })
    expect(status).toBe('success')
    expect(await node.getBalance({ address: to, blockNumber })).toBe(value)
  })

  it('sees the block of a transaction replaced in a reorg', async () => {
    const key = randomUUID()
    const node = client(key)
    const hash = await node.sendTransaction({ to, value })
    const { blockHash } = await node.waitForTransactionReceipt({ hash })
    await control(key, 'ommer_reorg', { depth: 1, length: 2 })
    const found = await node.getBlock({ blockTag: 'latest' })
    expect(found.parentHash).not.toBe(blockHash)
    expect((await node.getBlock({ blockHash })).hash).toBe(blockHash)
  })

  it('reads the same block by number and by hash', async () => {
    const node = client()
    const number = BigInt(round % 20)
    const block = await node.getBlock({ blockNumber: number, includeTransactions: true })
    expect(await node.getBlock({ blockHash: block.hash, includeTransactions: true })).toEqual(block)
  })

  it('follows an endpoint that is ahead', async () => {
    const [leader, follower] = [randomUUID(), randomUUID()]
    const ahead = client(leader)
    await ahead.mine({ blocks: 3 })
    const lag = { behind: leader, blocks: 2 }
    await control(leader, 'ommer_createEndpoint', follower, { lag })
    expect(await client(follower).getBlockNumber()).toBe((await ahead.getBlockNumber()) - 2n)
  })
})

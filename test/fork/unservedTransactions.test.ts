import { join } from 'node:path'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFork } from '../../src/createFork.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { serve } from '../../src/serve.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import { callMethod } from '../support/callMethod.ts'
import { type Fault, type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { Subscriber } from '../support/subscriber.ts'
import { createSwapNetwork, MNEMONIC, PIN, swapData, token0 } from '../support/swapNetwork.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { askOverHttp, post } from '../support/transports.ts'
import { until } from '../support/until.ts'

const folder = temporaryFolder()
const [owner, trader] = [0, 1].map((addressIndex) => mnemonicToAccount(MNEMONIC, { addressIndex }))
const NOBODY = `0x${'ab'.repeat(20)}` as const

let network: Server
let node: FaultyNode
beforeAll(async () => {
  network = await serve(await createSwapNetwork(), { port: 0 })
})
afterAll(() => network.close())
beforeEach(async () => {
  node = await startFaultyNode(network.url)
  node.fault = withoutSlots
  return () => node.close()
})

/** A node that has pruned the slots of a token. */
const withoutSlots: FaultyNode['fault'] = ({ method, params, id }): Fault | undefined => {
  const [address, slots] = params as [string, string[]]
  if (method !== 'eth_getProof' || address !== token0 || slots.length === 0) return undefined
  const error = { code: -32000, message: 'missing trie node' }
  return { body: JSON.stringify({ jsonrpc: '2.0', id, error }) }
}

const SILENT = { write() {} }

async function start(options: ServeOptions = {}): Promise<Server> {
  const chain = await createFork({ rpc: node.url, block: PIN, retries: 0 })
  const server = await serve(chain, { port: 0, dev: true, logStream: SILENT, ...options })
  onTestFinished(() => server.close())
  return server
}

type Sender = typeof owner

/** A transaction that needs what the node has pruned, or one that pays somebody. */
async function signed(
  url: string,
  sender: Sender,
  isSwap: boolean,
  nonce = 0,
  // Those that pay come first.
  tip = isSwap ? 10n ** 9n : 2n * 10n ** 9n,
): Promise<Hex> {
  const { address, signTransaction } = sender as NonNullable<Sender>
  const count = Number(await callMethod(url, 'eth_getTransactionCount', address, 'latest'))
  const fees = { maxFeePerGas: 100n * tip, maxPriorityFeePerGas: tip }
  const to = isSwap ? { to: token0, data: swapData(10n ** 17n) } : { to: NOBODY, value: 1n }
  const chainId = Number(await callMethod(url, 'eth_chainId'))
  return signTransaction({ ...to, ...fees, chainId, nonce: count + nonce, gas: 500_000n })
}

const send = async (...[url, ...rest]: Parameters<typeof signed>): Promise<Hex> =>
  (await callMethod(url, 'eth_sendRawTransaction', await signed(url, ...rest))) as Hex

const pendingIn = (status: unknown): unknown => (status as { pending: Hex }).pending

const receiptOf = (url: string, hash: Hex) => callMethod(url, 'eth_getTransactionReceipt', hash)

describe('a transaction whose state the network does not give', () => {
  it('is dropped when a block is mined, and the others are mined', async () => {
    const { url, head } = await start({ automine: false })
    const bad = await send(url, owner, true)
    const next = await send(url, owner, false, 1)
    const good = await send(url, trader, false)
    expect(await callMethod(url, 'ommer_status')).toMatchObject({
      mining: { dropped: [], problem: null },
    })
    await callMethod(url, 'evm_mine')
    expect(await receiptOf(url, good)).toMatchObject({ status: '0x1' })
    expect(await receiptOf(url, bad)).toBeNull()
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toBeNull()
    // It waits for another one with that nonce.
    expect(await callMethod(url, 'eth_getTransactionByHash', next)).toMatchObject({
      blockHash: null,
    })
    expect(await callMethod(url, 'eth_blockNumber')).toBe(`0x${(head.number + 1).toString(16)}`)
    expect(await callMethod(url, 'ommer_status')).toMatchObject({
      mining: {
        dropped: [{ hash: bad, reason: expect.stringContaining('missing trie node') }],
        problem: null,
      },
    })
  })

  it('is dropped in the second block of a send, also when that is replayed', async () => {
    const journal = join(folder, 'second-block')
    const server = await start({ journal, automine: false })
    const { url } = server
    for (const { address } of [owner, trader] as NonNullable<Sender>[]) {
      await callMethod(url, 'anvil_setBalance', address, '0x8ac7230489e80000')
    }
    // With room for two payments, or for one before it.
    await callMethod(url, 'evm_setBlockGasLimit', '0x7f500')
    await callMethod(url, 'evm_mine')
    for (const nonce of [0, 1]) await send(url, trader, false, nonce)
    const bad = await send(url, owner, true)
    const before = server.head.number
    await callMethod(url, 'evm_setAutomine', true)
    const sent = await send(url, trader, false, 2)
    const blockOf = async (hash: Hex) =>
      Number(((await receiptOf(url, hash)) as { blockNumber: Hex } | null)?.blockNumber)
    const { number, hash } = server.head
    expect(await blockOf(sent)).toBe(number)
    expect(number).toBe(before + 2)
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toBeNull()
    await server.close()
    expect((await start({ journal, automine: false })).head.hash).toBe(hash)
  })

  it('is reported to the client that waits for its block', async () => {
    const { url } = await start({ automine: false })
    const raw = await signed(url, owner, true)
    const answer = askOverHttp(url, 'eth_sendRawTransactionSync', raw)
    await until(async () => Number(await callMethod(url, 'txpool_status').then(pendingIn)) === 1)
    await callMethod(url, 'evm_mine')
    expect(await answer).toMatchObject({
      message: expect.stringMatching(/^the transaction was dropped: .*missing trie node/),
    })
  })

  it('is dropped by a timer, whose blocks go on', async () => {
    const lines: string[] = []
    const server = await start({
      miningInterval: 0.05,
      logStream: { write: (line) => lines.push(line) },
    })
    const { url } = server
    const bad = await send(url, owner, true)
    const good = await send(url, trader, false)
    await until(async () => (await receiptOf(url, good)) !== null)
    await until(async () => (await callMethod(url, 'eth_getTransactionByHash', bad)) === null)
    const { number } = server.head
    await until(() => server.head.number > number)
    expect(lines.join('')).toContain(`transaction ${bad} was dropped: the forked network: `)
  })

  it('is dropped from a batch, and the others are mined', async () => {
    const { url } = await start()
    const raw = [await signed(url, owner, true), await signed(url, trader, false)]
    const batch = raw.map((each, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'eth_sendRawTransaction',
      params: [each],
    }))
    const answers = (await (await post(url, JSON.stringify(batch))).json()) as { result: Hex }[]
    const [bad, good] = answers.map(({ result }) => result) as [Hex, Hex]
    expect(await receiptOf(url, good)).toMatchObject({ status: '0x1' })
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toBeNull()
  })

  it('is dropped in the journal, which has the times of blocks that follow the wall clock', async () => {
    let now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    onTestFinished(() => void vi.restoreAllMocks())
    node.fault = (request) => {
      // Each attempt is made at another second.
      now += 1000
      return withoutSlots(request)
    }
    const options = { journal: join(folder, 'wall'), automine: false, clock: 'wall' } as const
    const first = await start(options)
    const bad = await send(first.url, owner, true)
    const good = await send(first.url, trader, false)
    await callMethod(first.url, 'evm_mine')
    expect(await receiptOf(first.url, good)).toMatchObject({ status: '0x1' })
    const { hash } = first.head
    await first.close()
    now += 1_000_000
    const again = await start(options)
    expect(again.head.hash).toBe(hash)
    expect(await callMethod(again.url, 'eth_getTransactionByHash', bad)).toBeNull()
  })

  it('is dropped in the journal, too', async () => {
    const journal = join(folder, 'journal')
    const first = await start({ journal, automine: false })
    const bad = await send(first.url, owner, true)
    await callMethod(first.url, 'evm_setAutomine', true)
    const good = await send(first.url, trader, false)
    expect(await receiptOf(first.url, good)).toMatchObject({ status: '0x1' })
    const { hash } = first.head
    await first.close()
    // By now the node has what it lacked.
    node.fault = () => undefined
    const again = await start({ journal, automine: false })
    expect(again.head.hash).toBe(hash)
    expect(await callMethod(again.url, 'eth_getTransactionByHash', bad)).toBeNull()
    expect(await callMethod(again.url, 'txpool_status')).toMatchObject({ pending: '0x0' })
  })

  it.each([
    ['a resource that is not available', { code: -32002, message: 'request timed out' }],
    ['an internal error', { code: -32603, message: 'internal error' }],
    ['a block that the node does not have yet', { code: -32000, message: 'header not found' }],
    ['what it lacks, once', { code: -32000, message: 'missing trie node' }],
  ])('is mined if the node has reported %s', async (_, error) => {
    const { url } = await start({ automine: false })
    const sent = [await send(url, owner, true), await send(url, trader, false)]
    let failures = 0
    node.fault = (asked) =>
      withoutSlots(asked) && failures++ === 0
        ? { body: JSON.stringify({ jsonrpc: '2.0', id: asked.id, error }) }
        : undefined
    await callMethod(url, 'evm_mine').catch(() => callMethod(url, 'evm_mine'))
    for (const hash of sent) expect(await receiptOf(url, hash)).toMatchObject({ status: '0x1' })
    expect(failures).toBeGreaterThan(0)
  })

  it.each([
    ['a limit', { code: -32007, message: '15/second request limit reached' }],
    ['a time-out', { code: -32000, message: 'request timed out' }],
    ['no access', undefined],
  ])('waits while the node reports %s', async (_, error) => {
    const { url } = await start({ automine: false })
    const sent = await send(url, owner, true)
    node.fault = (asked) => {
      if (withoutSlots(asked) === undefined) return undefined
      return error === undefined
        ? { status: 401, body: 'Unauthorized' }
        : { body: JSON.stringify({ jsonrpc: '2.0', id: asked.id, error }) }
    }
    const problem = error?.message ?? 'HTTP 401'
    for (let times = 0; times < 2; times++) {
      await expect(callMethod(url, 'evm_mine')).rejects.toThrow(problem)
    }
    await expect(callMethod(url, 'eth_getBlockByNumber', 'pending', false)).rejects.toThrow(problem)
    node.fault = () => undefined
    await callMethod(url, 'evm_mine')
    expect(await receiptOf(url, sent)).toMatchObject({ status: '0x1' })
  })

  it('leaves no trace if it is refused, in the journal either', async () => {
    const journal = join(folder, 'refused')
    const first = await start({ journal, automine: false })
    const { url } = first
    await first.holdTransaction(3)
    // It pays more than what it replaces.
    const waiting = await send(url, owner, false, 0, 10n ** 8n)
    await callMethod(url, 'evm_setAutomine', true)
    const filter = await callMethod(url, 'eth_newPendingTransactionFilter')
    await expect(send(url, owner, true)).rejects.toThrow('missing trie node')
    expect(await callMethod(url, 'eth_getTransactionByHash', waiting)).toMatchObject({
      blockHash: null,
    })
    const next = await send(url, trader, false)
    expect(await callMethod(url, 'eth_getFilterChanges', filter)).toEqual([next])
    expect(await receiptOf(url, next)).toMatchObject({ status: '0x1' })
    expect(await receiptOf(url, waiting)).toMatchObject({ status: '0x1' })
    // The third one that was sent.
    const held = await send(url, owner, false, 0)
    await callMethod(url, 'evm_mine')
    expect(await receiptOf(url, held)).toBeNull()
    const { hash } = first.head
    await first.close()
    const again = await start({ journal, automine: false })
    expect(again.head.hash).toBe(hash)
    expect(await callMethod(again.url, 'eth_getTransactionByHash', held)).toMatchObject({
      blockHash: null,
    })
  })

  it('is not announced to subscribers if it is refused, and others are before their block', async () => {
    const server = await start()
    const { url } = server
    const subscriber = await Subscriber.open(server.wsUrl)
    onTestFinished(() => subscriber.socket.close())
    await subscriber.subscribe('newPendingTransactions')
    await subscriber.subscribe('newHeads')
    await expect(send(url, owner, true)).rejects.toThrow('missing trie node')
    const hash = await send(url, trader, false)
    const received = await subscriber.received()
    expect(received.map(({ result }) => result.hash ?? result)).toEqual([hash, server.head.hash])
  })

  it('is not in the pending block, which others read and send on', async () => {
    const { url } = await start({ automine: false })
    const bad = await send(url, owner, true)
    const good = await send(url, trader, false)
    expect(await callMethod(url, 'eth_getBlockByNumber', 'pending', false)).toMatchObject({
      transactions: [good],
    })
    const call = { from: trader?.address, to: NOBODY, value: '0x1' }
    expect(await callMethod(url, 'eth_estimateGas', call)).toBe('0x5208')
    expect(await callMethod(url, 'eth_getBalance', NOBODY, 'pending')).toBe('0x1')
    expect(await callMethod(url, 'eth_call', call, 'pending')).toBe('0x')
    expect(await callMethod(url, 'eth_feeHistory', '0x1', 'pending', [])).toHaveProperty(
      'baseFeePerGas',
    )
    const { hash, timestamp } = (await callMethod(
      url,
      'eth_getBlockByNumber',
      'latest',
      false,
    )) as {
      hash: Hex
      timestamp: Hex
    }
    const attributes = {
      timestamp: `0x${(Number(timestamp) + 12).toString(16)}`,
      prevRandao: hash,
      suggestedFeeRecipient: NOBODY,
      withdrawals: [],
      parentBeaconBlockRoot: hash,
    }
    expect(await callMethod(url, 'testing_buildBlockV1', hash, attributes)).toMatchObject({
      executionPayload: { transactions: [expect.any(String)] },
    })
    // It waits for the next block, which may have it again; until then it stays out.
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toMatchObject({
      blockHash: null,
    })
    node.fault = () => undefined
    node.asked.length = 0
    expect(await callMethod(url, 'eth_getBlockByNumber', 'pending', false)).toMatchObject({
      transactions: [good],
    })
    expect(node.asked).toEqual([])
    const more = await send(url, trader, false, 1)
    expect(await callMethod(url, 'eth_getBlockByNumber', 'pending', false)).toMatchObject({
      transactions: [good, more],
    })
  })

  it('is dropped once somebody else sends, also without a limit of gas', async () => {
    const { url } = await start({ automine: false, dialect: 'anvil' })
    const bad = await send(url, owner, true)
    await callMethod(url, 'evm_setAutomine', true)
    await callMethod(url, 'anvil_impersonateAccount', trader?.address)
    const good = await callMethod(url, 'eth_sendTransaction', {
      from: trader?.address,
      to: NOBODY,
      value: '0x1',
    })
    expect(await receiptOf(url, good as Hex)).toMatchObject({ status: '0x1' })
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toBeNull()
  })

  it('waits if it belongs in a later one of the blocks that are mined at once', async () => {
    const { url, head } = await start({ automine: false })
    await callMethod(url, 'evm_setBlockGasLimit', '0x7d000')
    const good = await send(url, trader, false)
    await callMethod(url, 'evm_mine')
    const [first, bad] = [await send(url, trader, false), await send(url, owner, true)]
    await expect(callMethod(url, 'hardhat_mine', '0x2')).rejects.toThrow('missing trie node')
    expect(await callMethod(url, 'eth_blockNumber')).toBe(`0x${(head.number + 1).toString(16)}`)
    await callMethod(url, 'evm_mine')
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toMatchObject({
      blockHash: null,
    })
    await callMethod(url, 'evm_mine')
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toBeNull()
    for (const hash of [good, first]) expect(await receiptOf(url, hash)).not.toBeNull()
  })

  it('waits while no node answers', async () => {
    const { url, head } = await start({ automine: false })
    const waiting = await send(url, owner, true)
    node.fault = ({ method }) => (method === 'eth_getProof' ? 'reset' : undefined)
    await expect(callMethod(url, 'evm_mine')).rejects.toThrow('the forked network: eth_getProof')
    expect(await callMethod(url, 'eth_blockNumber')).toBe(`0x${head.number.toString(16)}`)
    node.fault = () => undefined
    await callMethod(url, 'evm_mine')
    expect(await receiptOf(url, waiting)).toMatchObject({ status: '0x1' })
  })

  it('is not dropped if the block itself cannot be built', async () => {
    const { url } = await start({ automine: false })
    const waiting = await send(url, owner, false)
    // The account that each block since Cancun calls.
    node.fault = ({ method, id }) =>
      method === 'eth_getProof'
        ? {
            body: JSON.stringify({
              jsonrpc: '2.0',
              id,
              error: { code: -32000, message: 'missing trie node' },
            }),
          }
        : undefined
    await expect(callMethod(url, 'evm_mine')).rejects.toThrow('the forked network: eth_getProof')
    expect(await callMethod(url, 'eth_getTransactionByHash', waiting)).toMatchObject({
      blockHash: null,
    })
  })
})

import fc from 'fast-check'
import { createWalletClient, custom, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../src/chain/encoding/decode.ts'
import { GENESIS_BALANCE } from '../../src/chain/genesis/genesisBalance.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { type Hex, toQuantity } from '../../src/primitives/hex.ts'
import { treeOf } from '../../src/server/endpointHandle.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { ask, serveInTest } from '../support/serving.ts'
import { repeated } from '../support/sized.ts'
import { StockNode } from '../support/stockNode.ts'
import { post } from '../support/transports.ts'
import { turnsDuring } from '../support/turnsDuring.ts'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const NOBODY = `0x${'11'.repeat(20)}` as const

async function start(chain: Chain, options: ServeOptions = {}): Promise<Server> {
  return serveInTest(chain, { dev: true, anyKey: true, ...options })
}

/** Two endpoints of a server. */
async function startTwo(options?: ServeOptions): Promise<[ServedEndpoint, ServedEndpoint]> {
  const spec = { seed: 'sending', mnemonic: TEST_MNEMONIC, blocks: 6, preset: 'latest' } as const
  const server = await start(await createChain(spec), options)
  return [server.endpoint('a'), server.endpoint('b')]
}

const startDev = async (options?: ServeOptions) => (await startTwo(options))[0]

const create = (endpoint: ServedEndpoint, request: object) =>
  ask<Hex>(endpoint, 'eth_sendTransaction', { from: ALICE, ...request })

const send = (endpoint: ServedEndpoint, request: object) =>
  create(endpoint, { to: NOBODY, ...request })

const balanceOf = async (endpoint: ServedEndpoint, address: Hex, block = 'latest') =>
  BigInt(await ask<Hex>(endpoint, 'eth_getBalance', address, block))

interface BlockJson {
  readonly timestamp: Hex
  readonly transactions: readonly Hex[]
}

const blockAt = (endpoint: ServedEndpoint, block: string) =>
  ask<BlockJson>(endpoint, 'eth_getBlockByNumber', block, false)

const transactionsAt = async (endpoint: ServedEndpoint, block: string) =>
  (await blockAt(endpoint, block)).transactions

describe('a transaction that is sent', () => {
  it('is mined at once, alone in its block', async () => {
    const endpoint = await startDev()
    const { number } = endpoint.head
    const hash = await send(endpoint, { value: '0x64' })
    expect(endpoint.head.number).toBe(number + 1)
    expect(await transactionsAt(endpoint, 'latest')).toEqual([hash])
    expect(await ask(endpoint, 'eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
      from: ALICE,
      to: NOBODY,
      gasUsed: '0x5208',
      blockHash: endpoint.head.hash,
    })
    expect(await balanceOf(endpoint, NOBODY)).toBe(100n)
    expect(await ask(endpoint, 'eth_getTransactionCount', ALICE, 'latest')).toBe('0x1')
    expect(await ask(endpoint, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })

  it('lets other clients be served between many that are sent at once', async () => {
    const endpoint = await startDev({ automine: false })
    await send(endpoint, { gas: '0x5208' })
    const turns = await turnsDuring(() =>
      Promise.all(Array.from({ length: 40 }, () => send(endpoint, { gas: '0x5208' }))),
    )
    // Each is signed, and its sender is recovered.
    expect(turns).toBeGreaterThanOrEqual((2 * 40) / 4 - 2)
  })

  it('may be signed by the client', async () => {
    const endpoint = await startDev()
    const account = mnemonicToAccount(TEST_MNEMONIC, { addressIndex: 1 })
    const wallet = createWalletClient({ account, transport: custom(endpoint) })
    const hash = await wallet.sendTransaction({ chain: null, to: NOBODY, value: parseEther('1') })
    expect(await ask(endpoint, 'eth_getTransactionByHash', hash)).toMatchObject({ from: BOB })
    expect(await balanceOf(endpoint, NOBODY)).toBe(parseEther('1'))
  })

  it('creates contracts, whose code other endpoints do not have', async () => {
    const [endpoint, other] = await startTwo()
    const hash = await create(endpoint, { data: '0x6001600055600260005360016000f3' })
    const { contractAddress } = await ask<{ contractAddress: Hex }>(
      endpoint,
      'eth_getTransactionReceipt',
      hash,
    )
    expect(await ask(endpoint, 'eth_getCode', contractAddress, 'latest')).toBe('0x02')
    expect(await ask(other, 'eth_getCode', contractAddress, 'latest')).toBe('0x')
    expect(await ask(other, 'eth_getTransactionByHash', hash)).toBeNull()
  })

  it('is mined though it fails', async () => {
    const endpoint = await startDev()
    const hash = await create(endpoint, { data: '0x60006000fd', gas: '0x186a0' })
    expect(await ask(endpoint, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0' })
  })

  it('leads to the same block in any process', async () => {
    const heads = await Promise.all(
      [0, 1].map(async () => {
        const endpoint = await startDev()
        await send(endpoint, { value: '0x1' })
        await send(endpoint, { from: BOB, value: '0x2' })
        return endpoint.head.hash
      }),
    )
    expect(heads[1]).toBe(heads[0])
  })

  it('may be sent by a notification, alone and in a batch', async () => {
    const endpoint = await startDev()
    const notification = {
      jsonrpc: '2.0',
      method: 'eth_sendTransaction',
      params: [{ from: ALICE, to: NOBODY, gas: '0x5208' }],
    }
    const answerTo = async (body: unknown) =>
      (await post(endpoint.url, JSON.stringify(body))).text()
    expect(await answerTo(notification)).toBe('')
    expect(await transactionsAt(endpoint, 'latest')).toHaveLength(1)
    const [answer] = JSON.parse(await answerTo([notification, { ...notification, id: 1 }]))
    const [, second] = await transactionsAt(endpoint, 'latest')
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, result: second })
  })

  it('waits with any nonce but the highest, which is shown exactly', async () => {
    const endpoint = await startDev()
    const nonces = [2n ** 53n + 1n, 2n ** 53n + 2n, 2n ** 64n - 2n]
    for (const nonce of nonces) {
      const hash = await send(endpoint, { nonce: toQuantity(nonce) })
      expect(await ask(endpoint, 'eth_getTransactionByHash', hash)).toMatchObject({
        nonce: toQuantity(nonce),
      })
    }
    const { queued } = await ask<{
      readonly queued: Readonly<Record<string, { readonly nonce: Hex }>>
    }>(endpoint, 'txpool_contentFrom', ALICE)
    expect(Object.entries(queued).map(([key, { nonce }]) => [key, nonce])).toEqual(
      nonces.map((nonce) => [String(nonce), toQuantity(nonce)]),
    )
    await expect(send(endpoint, { nonce: toQuantity(2n ** 64n - 1n) })).rejects.toMatchObject({
      message: 'nonce has max value',
    })
  })

  it('is refused with the words of geth', async () => {
    const endpoint = await startDev()
    await send(endpoint, {})
    const funds = await balanceOf(endpoint, ALICE)
    const tooMuch = { gas: '0x5208', value: toQuantity(funds) }
    for (const [request, message] of [
      [{ nonce: '0x0' }, 'nonce too low: next nonce 1, tx nonce 0'],
      [tooMuch, /^insufficient funds for gas \* price \+ value: balance \d+, tx cost/],
      [{ gas: '0x5207' }, 'intrinsic gas too low: gas 20999, minimum needed 21000'],
      [{ from: NOBODY }, 'unknown account'],
    ] as const) {
      const error = { code: -32000, message: expect.stringMatching(message) }
      await expect(send(endpoint, request)).rejects.toMatchObject(error)
    }
    await expect(ask(endpoint, 'eth_sendTransaction', { to: NOBODY })).rejects.toMatchObject({
      code: -32000,
      message: 'missing "from": want an account of eth_accounts',
    })
    await expect(ask(endpoint, 'eth_sendRawTransaction', '0x02')).rejects.toMatchObject({
      code: -32000,
      message: 'typed transaction too short',
    })
  })

  it('gets the next nonce although several are sent at once', async () => {
    const endpoint = await startDev()
    const { number } = endpoint.head
    const hashes = await Promise.all([1, 2, 3, 4].map(() => send(endpoint, { value: '0x1' })))
    expect(new Set(hashes).size).toBe(4)
    expect(endpoint.head.number).toBe(number + 4)
  })

  it('cannot be sent without `dev`', async () => {
    const server = await start(await createChain({ blocks: 2 }), { dev: false })
    await expect(ask(server, 'eth_sendRawTransaction', '0x')).rejects.toMatchObject({
      code: -32601,
      message: expect.stringContaining('it needs --dev'),
    })
  })
})

describe('without mining', () => {
  const startWaiting = () => startDev({ automine: false })

  it('transactions wait for a move that mines', async () => {
    const endpoint = await startWaiting()
    const { number } = endpoint.head
    const first = await send(endpoint, { value: '0x1' })
    const second = await send(endpoint, { value: '0x1' })
    const third = await send(endpoint, { from: BOB, value: '0x1', nonce: '0x5' })
    expect(endpoint.head.number).toBe(number)
    expect(await ask(endpoint, 'txpool_status')).toEqual({ pending: '0x2', queued: '0x1' })
    expect(await ask(endpoint, 'eth_getTransactionCount', ALICE, 'pending')).toBe('0x2')
    expect(await ask(endpoint, 'eth_getTransactionCount', ALICE, 'latest')).toBe('0x0')
    expect(await ask(endpoint, 'eth_getTransactionByHash', third)).toMatchObject({
      hash: third,
      blockHash: null,
      nonce: '0x5',
    })
    expect(await transactionsAt(endpoint, 'pending')).toEqual([first, second])
    expect(await balanceOf(endpoint, NOBODY, 'pending')).toBe(2n)
    await endpoint.mine()
    expect(await transactionsAt(endpoint, 'latest')).toEqual([first, second])
    expect(await ask(endpoint, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x1' })
  })

  it('those that pay more come first, and a replacement must pay a tenth more', async () => {
    const endpoint = await startWaiting()
    const fees = (gwei: number) => ({
      maxFeePerGas: `0x${(gwei * 1e9).toString(16)}`,
      maxPriorityFeePerGas: `0x${(gwei * 1e9 - 7e9).toString(16)}`,
    })
    const cheap = await send(endpoint, { ...fees(10) })
    const dear = await send(endpoint, { from: BOB, ...fees(20) })
    expect(await transactionsAt(endpoint, 'pending')).toEqual([dear, cheap])
    await expect(send(endpoint, { nonce: '0x0', ...fees(10), value: '0x1' })).rejects.toThrow(
      'replacement transaction underpriced',
    )
    const replacement = await send(endpoint, { nonce: '0x0', ...fees(30) })
    expect(await transactionsAt(endpoint, 'pending')).toEqual([replacement, dear])
    expect(await ask(endpoint, 'eth_getTransactionByHash', cheap)).toBeNull()
  })

  it('a reorg returns them to the pool, or includes them again', async () => {
    const endpoint = await startWaiting()
    const hashes = [await send(endpoint, {}), await send(endpoint, {}), await send(endpoint, {})]
    await endpoint.mine(2)
    await endpoint.reorg({ depth: 2, length: 3 })
    const included = await Promise.all(
      hashes.map((hash) => ask(endpoint, 'eth_getTransactionReceipt', hash)),
    )
    const { pending, queued } = await ask<Record<'pending' | 'queued', Hex>>(
      endpoint,
      'txpool_status',
    )
    const waiting = Number(pending) + Number(queued)
    expect(included.filter((receipt) => receipt !== null)).toHaveLength(3 - waiting)
    for (const hash of hashes) {
      expect(await ask(endpoint, 'eth_getTransactionByHash', hash)).toMatchObject({ hash })
    }
    await endpoint.mine()
    expect(await ask(endpoint, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    expect(await ask(endpoint, 'eth_getTransactionCount', ALICE, 'latest')).toBe('0x3')
  })

  it('a rollback returns them to the pool', async () => {
    const endpoint = await startWaiting()
    const hash = await send(endpoint, {})
    await endpoint.mine()
    await endpoint.rollback(1)
    expect(await ask(endpoint, 'txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
    await endpoint.mine()
    expect(await transactionsAt(endpoint, 'latest')).toEqual([hash])
  })

  it('the pool of another endpoint is empty', async () => {
    const [endpoint, other] = await startTwo({ automine: false })
    await send(endpoint, {})
    expect(await ask(other, 'txpool_content')).toEqual({ pending: {}, queued: {} })
  })
})

describe('clients that watch the pool', () => {
  it('get what is sent by filter, as hashes or as transactions', async () => {
    const endpoint = await startDev()
    await send(endpoint, {})
    const [hashes, objects] = [
      await ask(endpoint, 'eth_newPendingTransactionFilter'),
      await ask(endpoint, 'eth_newPendingTransactionFilter', true),
    ]
    const sent = [await send(endpoint, {}), await send(endpoint, {})]
    expect(await ask(endpoint, 'eth_getFilterChanges', hashes)).toEqual(sent)
    expect(await ask(endpoint, 'eth_getFilterChanges', hashes)).toEqual([])
    expect(await ask(endpoint, 'eth_getFilterChanges', objects)).toMatchObject(
      sent.map((hash) => ({ hash, blockHash: null })),
    )
  })

  it.each([false, true])('get what is sent by subscription: full %s', async (full) => {
    const endpoint = await startDev({ automine: false })
    const messages: { subscription: string; result: unknown }[] = []
    endpoint.on('message', ({ data }) => messages.push(data as (typeof messages)[0]))
    const id = await ask(endpoint, 'eth_subscribe', 'newPendingTransactions', full)
    const hash = await send(endpoint, {})
    await endpoint.idle()
    expect(messages).toEqual([
      {
        subscription: id,
        result: full ? expect.objectContaining({ hash, blockHash: null }) : hash,
      },
    ])
  })
})

describe('when blocks are mined', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('can be set as in Anvil and Hardhat', async () => {
    const endpoint = await startDev()
    const { number } = endpoint.head
    expect(await ask(endpoint, 'anvil_getAutomine')).toBe(true)
    expect(await ask(endpoint, 'evm_setAutomine', false)).toBe(true)
    expect(await ask(endpoint, 'hardhat_getAutomine')).toBe(false)
    await send(endpoint, {})
    expect(endpoint.head.number).toBe(number)
    await endpoint.setAutomine(true)
    await send(endpoint, {})
    expect(endpoint.head.number).toBe(number + 1)
    expect(await transactionsAt(endpoint, 'latest')).toHaveLength(2)
    expect(endpoint.mining()).toEqual({ automine: true, interval: undefined })
  })

  it('is mined when it is sent, also where more than a block waits before it', async () => {
    const endpoint = await startDev({ automine: false })
    const { number } = endpoint.head
    await endpoint.setBlockGasLimit(63_000n)
    const gas = '0x5208'
    for (let sent = 0; sent < 7; sent++) await send(endpoint, { gas })
    await endpoint.setAutomine(true)
    const hash = await send(endpoint, { from: BOB, gas, maxPriorityFeePerGas: '0x1' })
    expect(await ask(endpoint, 'eth_getTransactionReceipt', hash)).not.toBeNull()
    expect(endpoint.head.number).toBe(number + 3)
    expect(await ask(endpoint, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })

  it.each([
    ['evm_setIntervalMining', 2, 2],
    ['evm_setIntervalMining', 2000, 2],
    ['anvil_setIntervalMining', 2000, 2000],
  ])('%s takes %s for %s seconds', async (method, interval, seconds) => {
    const endpoint = await startDev()
    await ask(endpoint, method, interval)
    expect(await ask(endpoint, 'anvil_getIntervalMining')).toBe(seconds)
    await ask(endpoint, method, 0)
    expect(await ask(endpoint, 'anvil_getIntervalMining')).toBeNull()
  })

  it.each([
    ['evm_setIntervalMining', 0.0001],
    ['evm_setIntervalMining', 3_000_000_000],
    ['anvil_setIntervalMining', 2_000_001],
  ])('%s names the interval %s that it refuses', async (method, interval) => {
    const endpoint = await startDev()
    await expect(ask(endpoint, method, interval)).rejects.toThrow(
      `${interval} is not 0, or a number`,
    )
  })

  it('may be at an interval, until it is ended or the endpoint is closed', async () => {
    const endpoint = await startDev({ automine: false })
    const { number } = endpoint.head
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await endpoint.setMiningInterval(3)
    const hash = await send(endpoint, {})
    vi.advanceTimersByTime(2999)
    await endpoint.idle()
    expect(endpoint.head.number).toBe(number)
    vi.advanceTimersByTime(1)
    await endpoint.idle()
    expect(endpoint.head.number).toBe(number + 1)
    expect(await transactionsAt(endpoint, 'latest')).toEqual([hash])
    await endpoint.setMiningInterval(undefined)
    vi.advanceTimersByTime(10_000)
    await endpoint.idle()
    expect(endpoint.head.number).toBe(number + 1)
    await endpoint.setMiningInterval(3)
    await endpoint.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is refused without `dev`', async () => {
    const server = await start(await createChain({ blocks: 2 }), { dev: false })
    const refused = { code: 'NOT_WRITABLE' }
    await expect(server.setAutomine(false)).rejects.toMatchObject(refused)
    await expect(server.setMiningInterval(1)).rejects.toMatchObject(refused)
    expect(() => server.mining()).toThrow(expect.objectContaining(refused))
  })
})

describe('the wall clock', () => {
  const NOW = 2_000_000_000
  const timeOf = async (endpoint: ServedEndpoint, block = 'latest') =>
    Number((await blockAt(endpoint, block)).timestamp)
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('gives new blocks its time, or a second after the parent', async () => {
    const endpoint = await startDev({ clock: 'wall' })
    await send(endpoint, {})
    expect(await timeOf(endpoint)).toBe(NOW)
    expect(await timeOf(endpoint, 'pending')).toBe(NOW + 1)
    await endpoint.mine(2)
    expect(await timeOf(endpoint)).toBe(NOW + 2)
    vi.setSystemTime((NOW + 100) * 1000)
    expect(await timeOf(endpoint, 'pending')).toBe(NOW + 100)
    await send(endpoint, {})
    expect(await timeOf(endpoint)).toBe(NOW + 100)
  })

  it('is ahead after time was increased or set', async () => {
    const endpoint = await startDev({ clock: 'wall' })
    await endpoint.increaseTime(50)
    await endpoint.mine()
    expect(await timeOf(endpoint)).toBe(NOW + 50)
    await endpoint.setNextBlockTimestamp(NOW + 1000)
    await endpoint.mine()
    expect(await timeOf(endpoint)).toBe(NOW + 1000)
    vi.setSystemTime((NOW + 10) * 1000)
    await endpoint.mine()
    expect(await timeOf(endpoint)).toBe(NOW + 1010)
    await endpoint.setBlockTimestampInterval(7)
    await endpoint.mine(2)
    expect(await timeOf(endpoint)).toBe(NOW + 1024)
  })

  it('is where the first interval after a shared block begins', async () => {
    const [one, other] = await startTwo({ clock: 'wall' })
    await one.setBlockTimestampInterval(60)
    expect(await timeOf(one, 'pending')).toBe(NOW + 60)
    const { number } = one.head
    await one.mine(2)
    expect(await timeOf(one, toQuantity(number + 1))).toBe(NOW + 60)
    expect(await timeOf(one)).toBe(NOW + 120)
    vi.setSystemTime((NOW + 1000) * 1000)
    await one.mine()
    expect(await timeOf(one)).toBe(NOW + 180)
    await other.increaseTime(50)
    await other.mine(3, { secondsBetween: 3600 })
    expect(await timeOf(other, toQuantity(number + 1))).toBe(NOW + 1050 + 3600)
    expect(await timeOf(other)).toBe(NOW + 1050 + 3 * 3600)
    vi.setSystemTime((NOW + 1010) * 1000)
    await other.mine()
    expect(await timeOf(other)).toBe(NOW + 1060 + 3 * 3600)
    // A time that is set comes first.
    await other.mine(2, { timestamp: NOW + 50_000, secondsBetween: 7 })
    expect(await timeOf(other)).toBe(NOW + 50_007)
  })

  it('counts the first interval from a shared block that is less than a day old', async () => {
    const endpoint = await startDev({ clock: 'wall' })
    const started = await timeOf(endpoint)
    vi.setSystemTime((started + 86_400) * 1000)
    await endpoint.setBlockTimestampInterval(5)
    await endpoint.mine(2)
    expect(await timeOf(endpoint)).toBe(started + 10)
  })

  it('is as far ahead or behind after a move has set the time of its blocks', async () => {
    const endpoint = await startDev({ clock: 'wall' })
    await ask(endpoint, 'evm_setNextBlockTimestamp', NOW + 9000)
    await ask(endpoint, 'evm_mine', NOW + 1000)
    vi.setSystemTime((NOW + 10) * 1000)
    expect(await timeOf(endpoint, 'pending')).toBe(NOW + 1010)
    await endpoint.mine(2)
    expect(await timeOf(endpoint)).toBe(NOW + 1011)
  })

  it.each([undefined, 5])(
    'is behind after an early time was set, at intervals of %s',
    async (secondsBetween) => {
      const endpoint = await startDev({ clock: 'wall' })
      const early = (await timeOf(endpoint)) + 100
      await endpoint.setNextBlockTimestamp(early)
      await endpoint.mine(3, { secondsBetween })
      const last = early + 2 * (secondsBetween ?? 1)
      expect(await timeOf(endpoint)).toBe(last)
      vi.setSystemTime((NOW + 60) * 1000)
      const reached = secondsBetween === undefined ? early : last
      expect(await timeOf(endpoint, 'pending')).toBe(reached + 60)
      await endpoint.mine()
      expect(await timeOf(endpoint)).toBe(reached + 60)
    },
  )

  it('is not followed by default', async () => {
    const [one, other] = [await startDev(), await startDev()]
    await send(one, {})
    vi.setSystemTime((NOW + 100) * 1000)
    await send(other, {})
    expect(other.head).toEqual(one.head)
  })

  it('is not followed before the merge, where later forks forbid it', async () => {
    const chain = await createChain({ seed: 'early', blocks: 4, preset: 'history' })
    const endpoint = (await start(chain, { clock: 'wall' })).endpoint('a')
    await endpoint.mine()
    expect(await timeOf(endpoint)).toBeLessThan(NOW)
  })

  it('is not where an interval begins before the merge, where later forks forbid it', async () => {
    const chain = await createChain({ seed: 'early', blocks: 4, preset: 'history' })
    const server = await start(chain, { clock: 'wall' })
    const [one, other] = [server.endpoint('one'), server.endpoint('other')]
    const first = await timeOf(one)
    await one.mine(2, { secondsBetween: 7 })
    expect(await timeOf(one)).toBe(first + 14)
    await other.setBlockTimestampInterval(9)
    expect(await timeOf(other, 'pending')).toBe(first + 9)
    await other.mine(2)
    expect(await timeOf(other)).toBe(first + 18)
    // One that leaves no time for the blocks before the merge is refused, as by the simulated clock.
    const { head } = other
    await expect(other.mine(40, { secondsBetween: 60 })).rejects.toMatchObject({
      code: 'INVALID_HEADER',
    })
    expect(other.head).toEqual(head)
  })
})

describe('the memory of all endpoints', () => {
  it('bounds pools, leaves others room, and is free again when an endpoint is closed', async () => {
    const [endpoint, other] = await startTwo({ automine: false, limits: { chainsBytes: 4000 } })
    const full = { code: -32000, message: expect.stringMatching(/chainsBytes/) }
    // Each takes more than a kilobyte.
    for (let sent = 0; sent < 3; sent++) await send(endpoint, {})
    await expect(send(endpoint, {})).rejects.toMatchObject(full)
    await send(other, {})
    await expect(send(other, {})).rejects.toMatchObject(full)
    await endpoint.close()
    await send(other, {})
  })

  it('counts a transaction once that blocks include and that returns', async () => {
    const endpoint = await startDev({ limits: { chainsBytes: 60_000, undoneBytes: 1 } })
    await send(endpoint, { data: `0x${'00'.repeat(20_000)}`, gas: '0x7a120' })
    for (let cycle = 0; cycle < 5; cycle++) {
      await endpoint.rollback(1)
      expect(await endpoint.mine()).toHaveLength(1)
    }
    await ask(endpoint, 'anvil_dropAllTransactions')
  })
})

const arbitraryAction = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('create'), data: fc.uint8Array({ maxLength: 60 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('call'), data: fc.uint8Array({ maxLength: 40 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('mine') }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('reorg'), depth: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('rollback') }) },
) as fc.Arbitrary<{ does: string; data?: Uint8Array; depth?: number }>

const hexOf = (data: Uint8Array) => `0x${Buffer.from(data).toString('hex')}`

/** What random bytes do as the creation code of a contract whose code is random, too. */
const creationOf = (code: Uint8Array) => {
  const length = code.length.toString(16).padStart(2, '0')
  return `0x60${length}600c60003960${length}6000f3${Buffer.from(code).toString('hex')}`
}

/** An account that traffic has delegated may have one transaction in the pool, and a rollback returns more. */
function ignoreDelegated(error: Error): undefined {
  if (error.message !== 'in-flight transaction limit reached for delegated accounts') throw error
}

describe('what was sent to an endpoint', () => {
  it.each(['latest', 'pow', 'eras'] as const)(
    'makes blocks that a stock node accepts: %s',
    async (preset) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(arbitraryAction, { minLength: 4, maxLength: 12 }),
          fc.boolean(),
          async (actions, backgroundTraffic) => {
            const chain = await createChain({ seed: 'session', blocks: 8, preset, accounts: 4 })
            const node = await StockNode.start(chain, chain.rules, GENESIS_BALANCE)
            const server = await start(chain, { backgroundTraffic })
            const endpoint = server.endpoint('a')
            const [from, other] = chain.accounts.map(({ address }) => address) as [Hex, Hex]
            const contracts: Hex[] = [other]
            for (const { does, data = new Uint8Array(0), depth = 1 } of actions) {
              if (does === 'mine') await endpoint.mine()
              else if (does === 'rollback') await endpoint.rollback(1)
              else if (does === 'reorg') await endpoint.reorg({ depth, force: true })
              else {
                const request =
                  does === 'create'
                    ? { from, data: creationOf(data), gas: '0x30d40' }
                    : { from, to: contracts.at(-1), data: hexOf(data), gas: '0x30d40' }
                const hash = await create(endpoint, request).catch(ignoreDelegated)
                if (hash === undefined) continue
                const receipt = await ask<{
                  contractAddress: Hex | null
                } | null>(endpoint, 'eth_getTransactionReceipt', hash)
                if (receipt?.contractAddress) contracts.push(receipt.contractAddress)
              }
            }
            const tree = treeOf(endpoint)
            for (const block of [...chainOf(chain), ...branchOf(endpoint)]) {
              for (const { hash } of decodeBlock(block).uncles) {
                await node.accept(tree.byHash(hash) as SealedBlock)
              }
              await node.accept(block)
            }
          },
        ),
        { numRuns: repeated(2, 40) },
      )
    },
  )
})

function chainOf({ tree }: Chain): SealedBlock[] {
  return Array.from({ length: tree.head.number }, (_, index) => {
    return tree.byNumber(index + 1) as SealedBlock
  })
}

/** The blocks of an endpoint's branch above the shared chain, oldest first. */
function branchOf(endpoint: ServedEndpoint): SealedBlock[] {
  const tree = treeOf(endpoint)
  const own: SealedBlock[] = []
  let at = tree.byHash(endpoint.head.hash)
  while (at !== undefined && !tree.isMain(at)) {
    own.push(at)
    at = tree.byHash(at.parentHash)
  }
  return own.reverse()
}

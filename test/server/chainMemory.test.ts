import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, expect, it, vi } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Server } from '../../src/server/serve.ts'
import type { ServeLimits } from '../../src/server/serveLimits.ts'
import { ask, serveInTest } from '../support/serving.ts'
import { askOverHttp } from '../support/transports.ts'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BYTES_MAX = 100_000

afterEach(() => {
  vi.restoreAllMocks()
})

async function start(limits: ServeLimits = {}, dev = true): Promise<Server> {
  const chain = await createChain({ seed: 'memory', mnemonic: TEST_MNEMONIC, blocks: 4 })
  const all = { chainsBytes: BYTES_MAX, ...limits }
  return serveInTest(chain, { dev, anyKey: true, limits: all })
}

/** Everything by which a client can make its chain larger. */
const additions: readonly (readonly [string, ...unknown[]])[] = [
  ['anvil_mine', '0x186a0'],
  ['anvil_setBalance', ALICE, '0x1'],
  ['anvil_setCode', ALICE, '0x00'],
  ['anvil_reorg', 1, []],
  ['evm_snapshot'],
  ['eth_sendTransaction', { from: ALICE, to: ALICE }],
]

const full = {
  message: expect.stringMatching(/^the blocks, state and transactions of this endpoint take /),
}

it('is bounded, whatever a client adds, and does not stop reads or other endpoints', async () => {
  const server = await start()
  const [one, other] = [server.endpoint('one'), server.endpoint('other')]
  await one.mine(2)
  await expect(ask(one, 'anvil_mine', '0x186a0')).rejects.toMatchObject(full)
  await ask(one, 'anvil_setCode', ALICE, `0x00${'11'.repeat(BYTES_MAX)}`).catch(() => {})
  for (const [method, ...params] of additions) {
    const refusal = { ...full, data: { code: 'OUT_OF_PRIVATE_MEMORY' } }
    await expect(ask(one, method, ...params), method).rejects.toMatchObject(refusal)
  }
  expect(await ask(one, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  expect(await ask(one, 'eth_blockNumber')).toBe('0x6')
  await ask(other, 'eth_sendTransaction', { from: ALICE, to: ALICE })
  expect(other.head.number).toBe(5)
})

it('is free again when what only a reorg has brought in is reverted', async () => {
  const endpoint = (await start()).endpoint('one')
  await endpoint.mine(1)
  for (let cycle = 0; cycle < 20; cycle++) {
    const id = await endpoint.snapshot()
    const data = `0x${cycle.toString(16).padStart(2, '0').repeat(10_000)}` as const
    const raw = await mnemonicToAccount(TEST_MNEMONIC).signTransaction({
      chainId: 1337,
      nonce: 0,
      to: ALICE,
      data,
      gas: 500_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 9n,
    })
    await endpoint.reorg({ depth: 1, transactions: [[raw]] })
    await endpoint.revert(id)
  }
  expect(endpoint.head.number).toBe(5)
})

it('is free again when an endpoint and those that share its blocks are closed', async () => {
  const server = await start()
  const [one, follower] = [server.endpoint('one'), server.endpoint('follower')]
  await follower.mine(1)
  await follower.setLag({ behind: 'one', blocks: 0 })
  await expect(one.mine(1000)).rejects.toMatchObject({ code: 'OUT_OF_PRIVATE_MEMORY', ...full })
  await one.close()
  await expect(follower.mine(1000)).rejects.toMatchObject(full)
  await follower.close()
  const again = server.endpoint('again')
  await again.mine(3)
  expect(again.head.number).toBe(7)
})

it('is free again after reverts, resets and moves that were refused', async () => {
  const server = await start({ chainsBytes: 400_000 })
  const one = server.endpoint('one')
  for (let cycle = 0; cycle < 8; cycle++) {
    const id = await ask(one, 'evm_snapshot')
    await ask(one, 'hardhat_setBalance', ALICE, '0xffffffffffffffff')
    await ask(one, 'eth_sendTransaction', { from: ALICE, data: deploying(cycle) })
    await ask(one, 'hardhat_mine', '0x32')
    expect(await ask(one, 'evm_revert', id)).toBe(true)
    await expect(ask(one, 'hardhat_mine', '0x186a0')).rejects.toMatchObject(full)
    await ask(one, 'hardhat_mine', '0x3c')
    await ask(one, 'hardhat_reset')
  }
  expect(one.head.number).toBe(4)
})

it('is free again once no snapshot can restore the transactions that were undone', async () => {
  const server = await start({ chainsBytes: 400_000 })
  const one = server.endpoint('one')
  const sent = { from: ALICE, to: ALICE, data: `0x${'00'.repeat(20_000)}`, gas: '0x7a120' }
  for (let cycle = 0; cycle < 20; cycle++) {
    const outer = await ask(one, 'evm_snapshot')
    await ask(one, 'eth_sendTransaction', { ...sent, value: `0x${cycle.toString(16)}` })
    await ask(one, 'evm_snapshot')
    await one.revert(Number(outer))
    expect(await ask(one, 'evm_revert', outer)).toBe(true)
  }
  await one.mine(20)
  expect(one.head.number).toBe(24)
})

it('drops what was done, for a scenario, before it refuses moves', async () => {
  const server = await start({ chainsBytes: 60_000 })
  const one = server.endpoint('one')
  const scenario = () => one.request({ method: 'ommer_scenario' })
  await one.setAutomine(false)
  await one.setAutomine(true)
  for (let cycle = 0; cycle < 100; cycle++) {
    const id = await one.snapshot()
    await ask(one, 'hardhat_mine', '0x2')
    expect(await one.revert(id)).toBe(true)
  }
  const missing = { message: expect.stringMatching(/^too much was done for a scenario: \d+ moves/) }
  await expect(scenario()).rejects.toMatchObject(missing)
  await ask(one, 'hardhat_reset')
  // `setAutomine` is among those that are missing, and still in effect.
  await expect(scenario()).rejects.toMatchObject(missing)
})

it('is free again after code that was set by hand, only pending, or created in vain', async () => {
  const server = await start({ chainsBytes: 400_000, undoneBytes: 1 })
  const one = server.endpoint('one')
  const account = `0x${'dd'.repeat(20)}`
  await ask(one, 'evm_setAutomine', false)
  for (let cycle = 0; cycle < 60; cycle++) {
    const id = await ask(one, 'evm_snapshot')
    const code = `0x${cycle.toString(16).padStart(4, '0')}${'5b'.repeat(24_000)}`
    await ask(one, 'hardhat_setCode', account, code)
    expect(await ask(one, 'eth_getCode', account)).toBe(code)
    const sent = { from: ALICE, data: deploying(cycle), gas: '0xf4240' }
    await ask(one, 'eth_sendTransaction', sent)
    const nonce = await ask(one, 'eth_getTransactionCount', ALICE, 'pending')
    expect(nonce).toBe('0x1')
    await ask(one, 'eth_getBlockByNumber', 'pending', false)
    expect(await ask(one, 'evm_revert', id)).toBe(true)
    expect(await ask(one, 'eth_getCode', account)).toBe('0x')
  }
  await ask(one, 'hardhat_reset')
  await ask(one, 'hardhat_mine', '0x14')
  expect(one.head.number).toBe(24)
})

it('counts a block once that is built again while it is kept', async () => {
  const server = await start({ chainsBytes: 60_000 })
  const one = server.endpoint('one')
  for (let cycle = 0; cycle < 300; cycle++) {
    await ask(one, 'eth_sendTransaction', { from: ALICE, to: ALICE })
    await ask(one, 'hardhat_reset')
  }
  await ask(one, 'hardhat_mine', '0x5')
  expect(one.head.number).toBe(9)
})

/** Code that gives a contract of 2 KB which no other number gives. */
function deploying(number: number): string {
  const size = '0800'
  return `0x61${size}600c60003961${size}6000f3${number.toString(16).padStart(4, '0')}${'5b'.repeat(2046)}`
}

it('keeps undone blocks readable by hash up to a limit, those that were left last longest', async () => {
  for (const dev of [true, false]) {
    const server = await start({ chainsBytes: 10_000_000, undoneBytes: 50_000 }, dev)
    const one = server.endpoint('one')
    const isReadable = async (hash: unknown) =>
      (await ask(one, 'eth_getBlockByHash', hash, false)) !== null
    const hashes: unknown[] = []
    for (let undone = 0; undone < 30; undone++) {
      const [block] = await one.mine(1, { secondsBetween: 20 + undone })
      hashes.push(block?.hash)
      await one.rollback(1)
    }
    const readable = await Promise.all(hashes.map(isReadable))
    const first = readable.indexOf(true)
    expect(first, `dev ${dev}`).toBeGreaterThan(15)
    expect(first).toBeLessThan(25)
    expect(readable.slice(first)).not.toContain(false)
  }
})

it('keeps what snapshots restore, until evm_revert uses them up', async () => {
  const server = await start({ chainsBytes: 10_000_000, undoneBytes: 1 })
  const one = server.endpoint('one')
  const first = await ask(one, 'evm_snapshot')
  await one.mine(3)
  const second = await one.snapshot()
  const { hash } = one.head
  await one.revert(1)
  await one.mine(1, { secondsBetween: 99 })
  await one.revert(second)
  expect(one.head.hash).toBe(hash)
  expect(await ask(one, 'evm_revert', first)).toBe(true)
  expect(await ask(one, 'eth_getBlockByHash', hash, false)).toBeNull()
  expect([await ask(one, 'evm_revert', first), await one.revert(second)]).toEqual([false, false])
  expect(await ask(one, 'evm_snapshot')).toBe('0x3')
  await one.reset()
  expect(await one.revert(3)).toBe(true)
  await ask(one, 'hardhat_reset')
  expect(await one.revert(3)).toBe(false)
})

it('tells filters of undone blocks that are freed', async () => {
  const server = await start({ chainsBytes: 10_000_000, undoneBytes: 1 })
  const one = server.endpoint('one')
  const filter = await ask(one, 'eth_newBlockFilter')
  const [kept, undone] = await one.mine(2)
  await one.rollback(1)
  const [mined] = await one.mine(1, { secondsBetween: 99 })
  expect(await ask(one, 'eth_getFilterChanges', filter)).toEqual(
    [kept, undone, mined].map((block) => block?.hash),
  )
  expect(await ask(one, 'eth_getBlockByHash', undone?.hash, false)).not.toBeNull()
  expect(await ask(one, 'eth_getFilterChanges', filter)).toEqual([])
  await one.rollback(1)
  expect(await ask(one, 'eth_getBlockByHash', undone?.hash, false)).toBeNull()
})

it('ends filters for the undone blocks that only they keep, those polled longest ago first', async () => {
  const server = await start({ chainsBytes: 400_000 })
  const one = server.endpoint('one')
  const poll = (filter: unknown) => ask(one, 'eth_getFilterChanges', filter)
  const create = () => ask(one, 'eth_newBlockFilter')
  const notFound = { message: 'filter not found' }
  const filters = [await create(), await create(), await create()]
  const mineAndUndo = async () => {
    const id = await ask(one, 'evm_snapshot')
    await ask(one, 'hardhat_mine', '0x28')
    await ask(one, 'evm_revert', id)
  }
  await mineAndUndo()
  expect(await poll(filters[0])).toHaveLength(40)
  await mineAndUndo()
  expect(await poll(filters[1])).toHaveLength(80)
  const idle = await create()
  await expect(ask(one, 'hardhat_mine', '0x186a0')).rejects.toMatchObject(full)
  // It needs none of the blocks that were undone.
  expect(await poll(idle)).toEqual([])
  for (const filter of [filters[0], filters[2]]) {
    await expect(poll(filter)).rejects.toMatchObject(notFound)
  }
  for (let cycle = 0; cycle < 8; cycle++) {
    await mineAndUndo()
    await ask(one, 'hardhat_mine', '0x1')
  }
})

/** Calls a method as a client that makes the endpoint of a key by using it. @returns the result, or the error */
function askAs(key: string, { url }: Server, method: string): Promise<unknown> {
  return askOverHttp(url.replace(/[^/]+$/, key), method)
}

it.each([
  ['that nobody has used for a minute', 61_000, ['0x4', '0x8']],
  ['that are large and nobody has used for five seconds', 6000, ['0x5', '0x4']],
  ['never while they are used', 1000, ['0x5', '0x8']],
])('drops endpoints for one with less than its share: %s', async (_, milliseconds, heights) => {
  const server = await start()
  const now = performance.now.bind(performance)
  /** Whether there is room for it. */
  const mines = async (key: string) => (await askAs(key, server, 'anvil_mine')) === null
  for (let key = 0; key < 12; key++) await mines(`small${key}`)
  let hasRoom = true
  for (let key = 0; hasRoom; key++) {
    for (let block = 0; block < 4 && hasRoom; block++) hasRoom = await mines(`large${key}`)
  }
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
  const mined = [await mines('victim'), await mines('victim'), await mines('victim')]
  expect(mined).toEqual([true, true, milliseconds > 5000])
  expect(await askAs('small0', server, 'eth_blockNumber')).toBe(heights[0])
  expect(await askAs('large0', server, 'eth_blockNumber')).toBe(heights[1])
})

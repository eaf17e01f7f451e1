import { createPublicClient, createTestClient, custom } from 'viem'
import { describe, expect, it } from 'vitest'
import { historyStorage, withdrawalRequests } from '../../src/chain/contracts/system.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { ask, serveInTest } from '../support/serving.ts'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const SOMEBODY = `0x${'5b'.repeat(20)}` as const
/** Returns slot 7. */
const CODE = '0x60075460005260206000f3'

async function startServer(options: ServeOptions = {}): Promise<Server> {
  const spec = { seed: 'by hand', mnemonic: TEST_MNEMONIC, blocks: 6, preset: 'latest' } as const
  return serveInTest(await createChain(spec), { dev: true, anyKey: true, ...options })
}

const start = async (options?: ServeOptions) => (await startServer(options)).endpoint('a')

const balanceOf = async (endpoint: ServedEndpoint, block: unknown = 'latest') =>
  BigInt(await ask<Hex>(endpoint, 'eth_getBalance', SOMEBODY, block))

describe('state that is set by hand', () => {
  it('is read at the head at once, by every name of the head', async () => {
    const server = await startServer()
    const endpoint = server.endpoint('a')
    const { number, hash } = endpoint.head
    await endpoint.setBalance(SOMEBODY, 10n ** 24n)
    for (const block of ['latest', 'pending', `0x${number.toString(16)}`, { blockHash: hash }]) {
      expect(await balanceOf(endpoint, block)).toBe(10n ** 24n)
    }
    expect(await balanceOf(endpoint, `0x${(number - 1).toString(16)}`)).toBe(0n)
    expect(endpoint.head).toEqual({ number, hash })
    expect(await balanceOf(server.endpoint('b'))).toBe(0n)
  })

  it('is restored after the same was done again, on blocks that were built on other such states', async () => {
    const endpoint = await start()
    const send = () => ask(endpoint, 'eth_sendTransaction', { from: ALICE, to: ALICE })
    const other = `0x${'5c'.repeat(20)}` as const
    for (let times = 0; times < 2; times++) {
      await endpoint.setBalance(other, 3n)
      await send()
      await endpoint.setBalance(SOMEBODY, 4n)
      const snapshot = await endpoint.snapshot()
      await send()
      await endpoint.setBalance(other, 5n)
      await endpoint.revert(snapshot)
      expect(await balanceOf(endpoint)).toBe(4n)
      await ask(endpoint, 'hardhat_reset')
    }
  })

  it('is gone after a reset, also where no block was added, and back after a revert', async () => {
    const endpoint = await start()
    const { number } = endpoint.head
    await endpoint.rollback(1)
    await endpoint.setBalance(SOMEBODY, 4n)
    await endpoint.reset()
    expect(await balanceOf(endpoint, `0x${(number - 1).toString(16)}`)).toBe(0n)
    await endpoint.setBalance(SOMEBODY, 5n)
    const snapshot = await endpoint.snapshot()
    await endpoint.reset()
    for (const block of ['latest', 'pending']) expect(await balanceOf(endpoint, block)).toBe(0n)
    await endpoint.setBalance(SOMEBODY, 6n)
    await expect(endpoint.reset(number + 1)).rejects.toThrow()
    expect(await balanceOf(endpoint)).toBe(6n)
    await endpoint.reset(number)
    expect(await balanceOf(endpoint)).toBe(0n)
    await endpoint.mine()
    expect(await balanceOf(endpoint)).toBe(0n)
    await endpoint.revert(snapshot)
    expect(await balanceOf(endpoint)).toBe(5n)
  })

  it('is that on which calls run, short and long ones', async () => {
    const endpoint = await start()
    await endpoint.setCode(SOMEBODY, CODE)
    const call = () => ask(endpoint, 'eth_call', { to: SOMEBODY }, 'latest')
    const tracer = { tracer: 'callTracer' }
    const trace = () => ask(endpoint, 'debug_traceCall', { to: SOMEBODY }, 'latest', tracer)
    for (const value of [1n, 2n]) {
      await endpoint.setStorageAt(SOMEBODY, 7n, value)
      const word = `0x${value.toString(16).padStart(64, '0')}`
      expect(await ask(endpoint, 'eth_getStorageAt', SOMEBODY, '0x7', 'latest')).toBe(word)
      expect(await call()).toBe(word)
      expect(await trace()).toMatchObject({ output: word })
    }
    await endpoint.setStorageAt(SOMEBODY, 7n, 0n)
    expect(await call()).toBe(`0x${'00'.repeat(32)}`)
  })

  it('stays in later blocks, also in those far behind the head', async () => {
    const endpoint = await start()
    await endpoint.setBalance(SOMEBODY, 5n)
    await endpoint.mine(1)
    const { number } = endpoint.head
    await ask(endpoint, 'eth_sendTransaction', { from: ALICE, to: SOMEBODY, value: '0x2' })
    await endpoint.mine(40, { secondsBetween: 12 })
    expect(await balanceOf(endpoint)).toBe(7n)
    expect(await balanceOf(endpoint, `0x${number.toString(16)}`)).toBe(5n)
    expect(await balanceOf(endpoint, `0x${(number + 1).toString(16)}`)).toBe(7n)
  })

  it('is undone by a revert, and done again by one to a later snapshot', async () => {
    const endpoint = await start()
    const before = await endpoint.snapshot()
    await endpoint.setBalance(SOMEBODY, 1n)
    const after = await endpoint.snapshot()
    await endpoint.setBalance(SOMEBODY, 2n)
    await endpoint.mine()
    await endpoint.revert(before)
    expect(await balanceOf(endpoint)).toBe(0n)
    await endpoint.revert(after)
    expect(await balanceOf(endpoint)).toBe(1n)
    await endpoint.mine()
    expect(await balanceOf(endpoint)).toBe(1n)
    await endpoint.revert(before)
    await endpoint.mine()
    expect(await balanceOf(endpoint)).toBe(0n)
  })

  it('is undone when a block is mined again', async () => {
    const endpoint = await start({ clock: 'simulated' })
    await endpoint.setBalance(SOMEBODY, 5n)
    await endpoint.rollback(1)
    await endpoint.mine(1)
    expect(await balanceOf(endpoint)).toBe(0n)
    await ask(endpoint, 'eth_sendTransaction', { from: ALICE, to: SOMEBODY, value: '0x1' })
    const { hash } = endpoint.head
    await endpoint.setBalance(SOMEBODY, 5n)
    await endpoint.rollback(1)
    await endpoint.mine(1)
    expect(endpoint.head.hash).toBe(hash)
    expect(await balanceOf(endpoint)).toBe(1n)
    expect(endpoint.irregular).toBeUndefined()
  })

  it('is not that of blocks that came after the block without it, also when theirs is computed', async () => {
    const server = await start({ clock: 'simulated', history: 1 })
    await server.mine()
    await server.setBalance(SOMEBODY, 5n)
    const snapshot = await server.snapshot()
    await server.rollback(1)
    const blockHash = (await server.mine(3)).at(-1)?.hash
    await server.mine(60)
    await server.revert(snapshot)
    const altered = (await server.mine(3)).at(-1)?.hash
    await server.mine(60)
    expect(await balanceOf(server, { blockHash })).toBe(0n)
    expect(await balanceOf(server, { blockHash: altered })).toBe(5n)
  })

  it('has a child of its own after each block with the same state', async () => {
    // Its blocks change no state.
    const spec = { seed: 'same state', blocks: 6, forks: { london: 0, paris: 0 } } as const
    const server = await serveInTest(await createChain(spec), { dev: true, clock: 'simulated' })
    const parents: unknown[] = []
    for (const value of ['1', '2'] as const) {
      await server.setPrevRandao(`0x${value.repeat(64)}`)
      const [parent] = await server.mine()
      await server.setBalance(SOMEBODY, 5n)
      await server.mine()
      const { hash: parentHash } = parent as { readonly hash: Hex }
      const child = await ask(server, 'eth_getBlockByNumber', 'latest', false)
      expect(child).toMatchObject({ parentHash })
      parents.push(parentHash)
      await server.rollback(2)
    }
    expect(new Set(parents).size).toBe(2)
  })

  it('decides what can be sent', async () => {
    const endpoint = await start({ automine: false })
    const request = { from: ALICE, to: SOMEBODY, value: '0x1', gas: '0x5208' }
    await endpoint.setNonce(ALICE, 40)
    await endpoint.setBalance(ALICE, 0n)
    await expect(ask(endpoint, 'eth_sendTransaction', request)).rejects.toThrow(
      'insufficient funds for gas * price + value',
    )
    await endpoint.setBalance(ALICE, 10n ** 18n)
    const hash = await ask(endpoint, 'eth_sendTransaction', request)
    await endpoint.mine()
    expect(await ask(endpoint, 'eth_getTransactionByHash', hash)).toMatchObject({ nonce: '0x28' })
    expect(await ask(endpoint, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  })

  it.each(['anvil', 'hardhat', 'ganache'] as const)('is set by viem in mode %s', async (mode) => {
    const endpoint = await start()
    const transport = custom(endpoint)
    const client = createTestClient({ mode, transport })
    const reader = createPublicClient({ transport })
    await client.setBalance({ address: SOMEBODY, value: 123n })
    await client.setNonce({ address: SOMEBODY, nonce: 9 })
    await client.setCode({ address: SOMEBODY, bytecode: CODE })
    const value = `0x${'0'.repeat(63)}5` as const
    await client.setStorageAt({ address: SOMEBODY, index: 7, value })
    expect(await reader.getBalance({ address: SOMEBODY })).toBe(123n)
    expect(await reader.getTransactionCount({ address: SOMEBODY })).toBe(9)
    expect(await reader.getCode({ address: SOMEBODY })).toBe(CODE)
    expect((await reader.call({ to: SOMEBODY })).data).toBe(value)
  })

  it('replaces the code of History Storage, which the next blocks run', async () => {
    const endpoint = await start()
    const { address } = historyStorage
    // Stores the hash of the parent in slot 9,000, which the original never uses.
    await endpoint.setCode(address, '0x5f3561232855')
    const parent = endpoint.head
    await endpoint.mine()
    expect(await ask(endpoint, 'eth_getStorageAt', address, '0x2328', 'latest')).toBe(parent.hash)
    await endpoint.setCode(address, '0x')
    await endpoint.mine()
    expect(await ask(endpoint, 'eth_getStorageAt', address, '0x2328', 'latest')).toBe(parent.hash)
    expect(await ask(endpoint, 'eth_getCode', address, 'latest')).toBe('0x')
  })

  it('is refused without `dev`, and where an argument is wrong', async () => {
    const endpoint = await start()
    await expect(endpoint.setBalance('0x12' as Hex, 1n)).rejects.toThrow(
      "address: '0x12' is not an address, 20 bytes in hex",
    )
    await expect(endpoint.setBalance(SOMEBODY, -1n)).rejects.toThrow(
      'wei: -1n is not a bigint from 0 to 2^256 - 1',
    )
    const { address, code } = withdrawalRequests
    await expect(endpoint.setCode(address, '0x5b600056')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: `address: every block calls the system contract ${withdrawalRequests.name} at ${address}, whose code must stay`,
    })
    await endpoint.setCode(address, code)
    await endpoint.mine()
    for (const [method, ...params] of [
      ['anvil_setBalance', SOMEBODY, 'many'],
      ['hardhat_setStorageAt', SOMEBODY, '0x0', 'one'],
      ['anvil_setNextBlockBaseFeePerGas', '0x'],
    ] as const) {
      await expect(endpoint.request({ method, params })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`'${params.at(-1)}' is not `),
      })
    }
    const plain = await start({ dev: false })
    await expect(plain.setBalance(SOMEBODY, 1n)).rejects.toMatchObject({ code: 'NOT_WRITABLE' })
  })
})

import { JsonRpcProvider, JsonRpcSigner } from 'ethers'
import { createTestClient, custom, publicActions, walletActions } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { ask, serveInTest } from '../support/serving.ts'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const SOMEBODY = `0x${'5b'.repeat(20)}` as const
const CONTRACT = `0x${'c0'.repeat(20)}` as const
const ZERO = `0x${'00'.repeat(20)}` as const
const TO = `0x${'70'.repeat(20)}` as const
const ETHER = 10n ** 18n

async function start(options: ServeOptions = {}): Promise<{ server: Server; a: ServedEndpoint }> {
  const spec = { seed: 'actor', mnemonic: TEST_MNEMONIC, blocks: 6, preset: 'latest' } as const
  const chain = await createChain(spec)
  const server = await serveInTest(chain, { dev: true, anyKey: true, ...options })
  return { server, a: server.endpoint('a') }
}

const send = (endpoint: ServedEndpoint, from: Hex, more: object = {}) =>
  ask<Hex>(endpoint, 'eth_sendTransaction', { from, to: TO, value: '0x1', ...more })

async function fund(endpoint: ServedEndpoint, ...accounts: readonly Hex[]): Promise<void> {
  for (const account of accounts) await endpoint.setBalance(account, ETHER)
}

describe('an impersonated account', () => {
  it.each([SOMEBODY, CONTRACT, ZERO])('sends without a key: %s', async (account) => {
    const { a } = await start()
    await fund(a, account)
    if (account === CONTRACT) await a.setCode(account, '0x00')
    await expect(send(a, account)).rejects.toThrow('unknown account')
    await a.impersonateAccount(account)
    for (const type of ['0x0', '0x1', '0x2']) {
      const fees = type === '0x2' ? {} : { gasPrice: '0x2540be400' }
      const hash = await send(a, account, { type, ...fees })
      const found = await ask<{ r: Hex; s: Hex }>(a, 'eth_getTransactionByHash', hash)
      expect(found).toMatchObject({ from: account, type, hash })
      expect([BigInt(found.r), BigInt(found.s)]).toEqual([BigInt(account), 1n])
      expect(await ask(a, 'eth_getTransactionReceipt', hash)).toMatchObject({
        from: account,
        status: '0x1',
      })
      expect(await ask(a, 'trace_transaction', hash)).toMatchObject([{ action: { from: account } }])
      const tracer = { tracer: 'callTracer' }
      expect(await ask(a, 'debug_traceTransaction', hash, tracer)).toMatchObject({ from: account })
    }
    await a.stopImpersonatingAccount(account)
    await expect(send(a, account)).rejects.toThrow('unknown account')
  })

  it('is one of its endpoint only', async () => {
    const { server, a } = await start()
    const b = server.endpoint('b')
    await fund(b, SOMEBODY)
    await a.impersonateAccount(SOMEBODY)
    await expect(send(b, SOMEBODY)).rejects.toThrow('unknown account')
    await b.autoImpersonateAccount(true)
    await send(b, SOMEBODY)
    await b.autoImpersonateAccount(false)
    await expect(send(b, SOMEBODY)).rejects.toThrow('unknown account')
  })

  it('has other hashes than another with the same transaction', async () => {
    const { a } = await start({ automine: false })
    await fund(a, SOMEBODY, CONTRACT)
    await a.autoImpersonateAccount(true)
    const fixed = { nonce: '0x0', gas: '0x5208', gasPrice: '0x2540be400' }
    const hashes = [await send(a, SOMEBODY, fixed), await send(a, CONTRACT, fixed)]
    expect(new Set(hashes).size).toBe(2)
  })

  it('signs if its key is known', async () => {
    const { a } = await start()
    await a.impersonateAccount(ALICE)
    const hash = await send(a, ALICE)
    const { s } = await ask<{ s: Hex }>(a, 'eth_getTransactionByHash', hash)
    expect(BigInt(s)).toBeGreaterThan(1n)
  })

  it('may be a contract with several transactions, which a reorg keeps or returns', async () => {
    const { a } = await start({ automine: false })
    await fund(a, CONTRACT)
    await a.setCode(CONTRACT, '0x00')
    await a.mine(1)
    await a.impersonateAccount(CONTRACT)
    const hashes = [await send(a, CONTRACT), await send(a, CONTRACT), await send(a, CONTRACT)]
    await a.mine(1)
    const { hash } = a.head
    await a.reorg({ depth: 1 })
    expect(a.head.hash).not.toBe(hash)
    await a.mine(2)
    for (const each of hashes) {
      expect(await ask(a, 'eth_getTransactionReceipt', each)).toMatchObject({ status: '0x1' })
      expect(await ask(a, 'debug_traceTransaction', each)).toMatchObject({ failed: false })
    }
  })

  it('must pay, and follow the other rules', async () => {
    const { a } = await start()
    await a.impersonateAccount(SOMEBODY)
    await expect(send(a, SOMEBODY, { gas: '0x5208' })).rejects.toThrow('insufficient funds')
    await fund(a, SOMEBODY)
    await expect(send(a, SOMEBODY, { gas: '0x5207' })).rejects.toThrow('intrinsic gas too low')
  })

  it('needs dev', async () => {
    const { a } = await start({ dev: false })
    await expect(a.impersonateAccount(SOMEBODY)).rejects.toMatchObject({ code: 'NOT_WRITABLE' })
    await expect(ask(a, 'eth_sendUnsignedTransaction', { from: SOMEBODY, to: TO })).rejects.toThrow(
      'it needs --dev',
    )
  })

  it('is refused when there are too many', async () => {
    const { a } = await start()
    for (let index = 0; index < 10_000; index++) {
      await a.impersonateAccount(`0x${index.toString(16).padStart(40, '0')}`)
    }
    await expect(a.impersonateAccount(SOMEBODY)).rejects.toMatchObject({
      code: 'TOO_MANY_ACCOUNTS',
    })
    await a.impersonateAccount(ZERO)
  })
})

describe('clients that impersonate', () => {
  it.each(['anvil', 'hardhat', 'ganache'] as const)('are viem in mode %s', async (mode) => {
    const { a } = await start()
    const client = createTestClient({ mode, transport: custom(a) })
      .extend(publicActions)
      .extend(walletActions)
    await fund(a, SOMEBODY, CONTRACT)
    await client.impersonateAccount({ address: SOMEBODY })
    const hash = await client.sendTransaction({
      account: SOMEBODY,
      to: TO,
      value: 3n,
      chain: null,
    })
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ from: SOMEBODY })
    await client.stopImpersonatingAccount({ address: SOMEBODY })
    await expect(
      client.sendTransaction({ account: SOMEBODY, to: TO, value: 3n, chain: null }),
    ).rejects.toThrow('unknown account')
    const unsigned = await client.sendUnsignedTransaction({ from: CONTRACT, to: TO, value: 4n })
    expect(await client.getTransaction({ hash: unsigned })).toMatchObject({
      from: CONTRACT,
      value: 4n,
    })
    expect(await client.getBalance({ address: TO })).toBe(7n)
  })

  it('are ethers, and Ganache scripts', async () => {
    const { a } = await start()
    await fund(a, SOMEBODY)
    expect(await ask(a, 'evm_addAccount', SOMEBODY, 'secret')).toBe(true)
    const provider = new JsonRpcProvider(a.url, undefined, { cacheTimeout: -1 })
    onTestFinished(() => provider.destroy())
    const signer = new JsonRpcSigner(provider, SOMEBODY)
    const { hash } = await signer.sendTransaction({ to: TO, value: 5n })
    const found = await provider.getTransaction(hash)
    expect(found?.from.toLowerCase()).toBe(SOMEBODY)
    expect((await provider.getTransactionReceipt(hash))?.status).toBe(1)
    expect(await ask(a, 'evm_removeAccount', SOMEBODY, 'secret')).toBe(true)
    expect(await ask(a, 'evm_removeAccount', SOMEBODY, 'secret')).toBe(false)
  })
})

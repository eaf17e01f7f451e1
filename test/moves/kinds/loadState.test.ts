import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

const ACCOUNT = `0x${'0a'.repeat(20)}` as const
const OTHER = `0x${'0b'.repeat(20)}` as const
const SLOT = `0x${'00'.repeat(31)}07` as const

let server: Server
beforeEach(async () => {
  const chain = await createChain({ preset: 'latest', blocks: 2, seed: 'load-state' })
  server = await serve(chain, { port: 0, dev: true, callTimeout: 0 })
})
afterEach(() => server.close())

const ask = <T>(method: string, ...params: unknown[]) =>
  server.request({ method, params }) as Promise<T>

const packed = (state: unknown): Hex => `0x${gzipSync(JSON.stringify(state)).toString('hex')}`

describe('loadState', () => {
  it('adds accounts to those after the head, as Anvil does', async () => {
    await ask('anvil_setNonce', ACCOUNT, '0x9')
    await ask('anvil_setStorageAt', ACCOUNT, '0x8', `0x${'00'.repeat(31)}05`)
    await ask('anvil_setBalance', OTHER, '0x3')
    const account = { nonce: 2, balance: '0x5', code: '0x6001', storage: { [SLOT]: '0x4' } }
    expect(await ask('anvil_loadState', packed({ accounts: { [ACCOUNT]: account } }))).toBe(true)
    expect(await ask('eth_getTransactionCount', ACCOUNT, 'latest')).toBe('0x9')
    expect(await ask('eth_getBalance', ACCOUNT, 'latest')).toBe('0x5')
    expect(await ask('eth_getCode', ACCOUNT, 'latest')).toBe('0x6001')
    expect(await ask('eth_getStorageAt', ACCOUNT, '0x7', 'latest')).toBe(`0x${'00'.repeat(31)}04`)
    expect(await ask('eth_getStorageAt', ACCOUNT, '0x8', 'latest')).toBe(`0x${'00'.repeat(31)}05`)
    expect(await ask('eth_getBalance', OTHER, 'latest')).toBe('0x3')
    expect(await ask('eth_blockNumber')).toBe('0x2')
  })

  it('goes back to the last block of a dump that the endpoint has written', async () => {
    await server.mine()
    const dump = await ask<Hex>('anvil_dumpState')
    const { hash } = await ask<{ hash: Hex }>('eth_getBlockByNumber', 'latest', false)
    await ask('anvil_setBalance', OTHER, '0x3')
    await server.mine(2)
    await server.loadState(dump)
    expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ hash })
    expect(await ask('eth_getBalance', OTHER, 'latest')).toBe('0x0')
    expect(await ask<Hex>('anvil_dumpState')).toBe(dump)
  })

  it('takes text that is not compressed, and removes accounts that are empty', async () => {
    await ask('anvil_setBalance', ACCOUNT, '0x3')
    const state = { accounts: { [ACCOUNT]: { nonce: '0x0', balance: '0' } } }
    await ask('hardhat_loadState', `0x${Buffer.from(JSON.stringify(state)).toString('hex')}`)
    expect(await ask('eth_getBalance', ACCOUNT, 'latest')).toBe('0x0')
  })

  it('is undone by revert and reset, and kept in a scenario', async () => {
    const snapshot = await ask('evm_snapshot')
    const state = packed({ accounts: { [ACCOUNT]: { nonce: 1, balance: '0x5' } } })
    await server.loadState(state)
    const { steps } = await ask<{ steps: object[] }>('ommer_scenario')
    expect(steps).toContainEqual({ loadState: state })
    await ask('evm_revert', snapshot)
    expect(await ask('eth_getBalance', ACCOUNT, 'latest')).toBe('0x0')
    await server.loadState(state)
    await server.reset()
    expect(await ask('eth_getBalance', ACCOUNT, 'latest')).toBe('0x0')
  })

  it.each([
    ['0x12', 'it is not the JSON of a state, compressed with gzip'],
    [packed({}), 'an object of addresses and accounts'],
    [
      packed({ accounts: { '0x1': { nonce: 0, balance: '0x0' } } }),
      'accounts.0x1: it is not an address',
    ],
    [
      `0x${gzipSync(Buffer.alloc(33 * 2 ** 20)).toString('hex')}`,
      'load it at the start, with --load-state',
    ],
  ] as const)('refuses %.12s…, and changes nothing', async (state, problem) => {
    const before = await ask('eth_getBlockByNumber', 'latest', false)
    await expect(server.loadState(state)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(problem),
    })
    expect(await ask('eth_getBlockByNumber', 'latest', false)).toEqual(before)
  })

  it('needs dev', async () => {
    const other = await serve(await createChain({ blocks: 1 }), { port: 0 })
    await expect(other.loadState('0x')).rejects.toMatchObject({ code: 'NOT_WRITABLE' })
    await other.close()
  })
})

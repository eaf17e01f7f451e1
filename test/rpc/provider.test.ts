import { setTimeout as delay } from 'node:timers/promises'
import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'
import { infura } from '../../src/endpoint/dialects/infura.ts'
import { Endpoint } from '../../src/endpoint/endpoint.ts'
import { Dispatcher } from '../../src/rpc/dispatcher.ts'
import { createProvider } from '../../src/rpc/provider.ts'
import { ProviderRpcError } from '../../src/rpc/providerRpcError.ts'
import { createTestChain } from '../support/chain.ts'

const chain = await createTestChain()
const dispatcher = new Dispatcher({
  methods: 'all',
  clientVersion: 'test',
  version: '1.2.3',
  cacheBytes: 1_000_000,
  logLimits: { rangeMax: 100, resultsMax: 100, bytesMax: 1e6 },
})
const provider = createProvider(new Endpoint('dev', chain, infura), dispatcher, delay)

test('resolves the result', async () => {
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x539')
  expect(
    await provider.request({ method: 'eth_getBlockByNumber', params: ['pending', false] }),
  ).toMatchObject({ hash: null })
})

test('what is resolved is a copy of the caller’s own', async () => {
  const ask = () => provider.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  const first = (await ask()) as { hash: unknown }
  first.hash = 'changed'
  expect(await ask()).toMatchObject({ hash: chain.tree.head.hash })
})

test.each([
  ['an unknown method', { method: 'eth_mine' }, -32601],
  ['wrong params', { method: 'eth_getBlockByNumber', params: ['latest'] }, -32602],
  ['an unknown method, by name', { method: 'eth_mine', params: {} as unknown[] }, -32601],
  ['params by name', { method: 'eth_chainId', params: {} as unknown[] }, -32602],
])('rejects %s with its code', async (_, call, code) => {
  const error = await provider.request(call).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ProviderRpcError)
  expect(error).toMatchObject({ name: 'ProviderRpcError', code })
})

test('is what viem takes for a transport', async () => {
  const client = createPublicClient({ transport: custom(provider) })
  const block = await client.getBlock({ blockTag: 'latest', includeTransactions: true })
  expect(block.hash).toBe(chain.tree.head.hash)
})

test('an error of ours reaches the caller without what caused it in its text', async () => {
  const broken = new Endpoint('broken', chain, {
    ...infura,
    block() {
      throw new Error('secret')
    },
  })
  const call = { method: 'eth_getBlockByNumber', params: ['0x1', true] }
  await expect(
    createProvider(
      broken,
      new Dispatcher({
        methods: 'all',
        clientVersion: 'test',
        version: '1.2.3',
        cacheBytes: 1,
        logLimits: { rangeMax: 100, resultsMax: 100, bytesMax: 1e6 },
      }),
      delay,
    ).request(call),
  ).rejects.toMatchObject({ code: -32603, message: 'internal error' })
})

import { createPublicClient, custom } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { infura } from '../../src/endpoint/dialects/infura.ts'
import { type AnsweredCall, Gate } from '../../src/rpc/gate.ts'
import type { EthSubscription, InProcessProvider } from '../../src/rpc/provider.ts'
import { ProviderRpcError } from '../../src/rpc/providerRpcError.ts'
import { createTestChain } from '../support/chain.ts'
import { MovableEndpoint } from '../support/movableEndpoint.ts'
import { createTestDispatcher, provideInProcess } from '../support/provideInProcess.ts'

const chain = await createTestChain()
const dispatcher = createTestDispatcher()
const provider = provideInProcess(new MovableEndpoint('dev', chain), dispatcher)

test('resolves the result', async () => {
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x539')
  expect(
    await provider.request({ method: 'eth_getBlockByNumber', params: ['pending', false] }),
  ).toMatchObject({ hash: null })
})

test('gives each caller its own copy of the result', async () => {
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

test('works as a transport of viem', async () => {
  const client = createPublicClient({ transport: custom(provider) })
  const block = await client.getBlock({ blockTag: 'latest', includeTransactions: true })
  expect(block.hash).toBe(chain.tree.head.hash)
})

test('hides the cause of an internal error', async () => {
  const broken = {
    ...infura,
    block() {
      throw new Error('secret')
    },
  }
  const call = { method: 'eth_getBlockByNumber', params: ['0x1', true] }
  const onInternalError = vi.fn()
  await expect(
    provideInProcess(
      new MovableEndpoint('broken', chain),
      createTestDispatcher({ cacheBytes: 1 }),
      { dialect: broken, onInternalError },
    ).request(call),
  ).rejects.toMatchObject({ code: -32603, message: 'internal error' })
  expect(onInternalError).toHaveBeenCalledWith(expect.objectContaining({ message: 'secret' }))
})

describe('subscriptions', () => {
  const subscribe = (asked: InProcessProvider, ...params: readonly unknown[]) =>
    asked.request({ method: 'eth_subscribe', params }) as Promise<string>
  /** Resolves when all pending notifications are sent. */
  const settle = async (asked: InProcessProvider) => {
    for (let turn = 0; turn < 4; turn++) {
      await asked.request({ method: 'eth_getLogs', params: [{}] })
    }
  }

  function open(options?: Parameters<typeof provideInProcess>[2], on = chain) {
    const endpoint = new MovableEndpoint('dev', on)
    endpoint.moveTo(2)
    const asked = provideInProcess(endpoint, dispatcher, options)
    const messages: EthSubscription[] = []
    const listener = (message: EthSubscription) => messages.push(message)
    asked.on('message', listener)
    return { endpoint, asked, messages, listener }
  }

  test('arrive as EIP-1193 notifications, each at its own provider', async () => {
    const withLogs = await createChain({ seed: 'provided', blocks: 6, preset: 'latest' })
    const { endpoint, asked, messages } = open({}, withLogs)
    const other: unknown[] = []
    provideInProcess(endpoint, dispatcher).on('message', (message) => other.push(message))
    const [heads, logs] = [await subscribe(asked, 'newHeads'), await subscribe(asked, 'logs', {})]
    await endpoint.mine(2)
    await settle(asked)
    const expected: EthSubscription[] = []
    const tell = (subscription: string, result: unknown) =>
      expected.push({ type: 'eth_subscription', data: { subscription, result } })
    const [last, beforeLast] = [4, 3].map((number) => endpoint.blockByNumber(number)?.hash)
    for (const hash of [beforeLast, last]) {
      tell(heads, expect.objectContaining({ hash }))
      const params = [{ blockHash: hash }]
      const found = await asked.request({ method: 'eth_getLogs', params })
      for (const log of found as unknown[]) tell(logs, log)
    }
    expect(messages).toEqual(expected)
    expect(other).toEqual([])

    messages.length = 0
    expect(await asked.request({ method: 'eth_unsubscribe', params: [heads] })).toBe(true)
    endpoint.rollback(1)
    await settle(asked)
    const removed = expected.flatMap(({ data }) => {
      const log = data.result as { blockHash?: unknown }
      return log.blockHash === last ? [{ ...log, removed: true }] : []
    })
    expect(removed.length).toBeGreaterThan(0)
    expect(messages.map(({ data }) => data)).toEqual(
      removed.map((result) => ({ subscription: logs, result })),
    )
  })

  test('reach listeners until removed, even if one of them throws', async () => {
    const { endpoint, asked, messages, listener } = open()
    const thrown: unknown[] = []
    const microtask = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
      try {
        task()
      } catch (error) {
        thrown.push(error)
      }
    })
    const broken = new Error('a listener')
    const throwing = () => {
      throw broken
    }
    const second: unknown[] = []
    asked.removeListener('message', listener)
    asked.on('message', throwing)
    asked.on('message', listener)
    asked.on('message', (message) => second.push(message))
    await subscribe(asked, 'newHeads')
    await endpoint.mine()
    await settle(asked)
    expect([messages.length, second.length, thrown]).toEqual([1, 1, [broken]])
    asked.removeListener('message', listener).removeListener('message', throwing)
    asked.removeListener('message', listener).removeListener('data', listener)
    await endpoint.mine()
    await settle(asked)
    expect([messages.length, second.length, thrown]).toEqual([1, 2, [broken]])
    microtask.mockRestore()
  })

  test('have no limit', async () => {
    const { asked } = open({ subscriptionsMax: 1 })
    await subscribe(asked, 'newHeads')
    await expect(subscribe(asked, 'newHeads')).rejects.toMatchObject({ code: -32005 })
  })

  test('end with the endpoint, and all listeners are notified', async () => {
    const { endpoint, asked, messages } = open()
    const ends: unknown[] = []
    const end = new Promise<void>((resolve) =>
      asked.on('disconnect', (error) => {
        ends.push(error, messages.length)
        resolve()
      }),
    )
    await subscribe(asked, 'newHeads')
    await endpoint.mine()
    endpoint.rollback(1)
    await endpoint.mine()
    endpoint.close()
    endpoint.close()
    await end
    // Earlier events are reported before.
    expect(ends).toEqual([expect.any(ProviderRpcError), 2])
    expect(ends).toMatchObject([{ code: 4900 }, 2])
    await expect(subscribe(asked, 'newHeads')).rejects.toMatchObject({ code: 4900 })
  })

  test('end with an error when a notification cannot be serialized', async () => {
    const errors: unknown[] = []
    const broken = new Error('secret')
    const dialect = {
      ...infura,
      header() {
        throw broken
      },
    }
    const endpoint = new MovableEndpoint('broken', chain)
    endpoint.moveTo(2)
    const asked = provideInProcess(endpoint, createTestDispatcher({ cacheBytes: 1 }), {
      dialect,
      onInternalError: (error) => errors.push(error),
    })
    await subscribe(asked, 'newHeads')
    const end = new Promise((resolve) => asked.on('disconnect', resolve))
    await endpoint.mine()
    expect(await end).toMatchObject({ code: 4900, message: 'internal error' })
    expect(errors).toEqual([broken])
  })
})

test('looks like an async function, as web3.js requires, behind a gate too', async () => {
  const heard: AnsweredCall[] = []
  const gate = new Gate((call) => heard.push(call))
  const endpoint = new MovableEndpoint('dev', chain)
  const gated = provideInProcess(endpoint, dispatcher, { gate })
  for (const { request } of [provider, gated]) {
    expect(request.constructor.name).toBe('AsyncFunction')
  }
  await gated.request({ method: 'eth_getBlockByNumber', params: ['0xffff', false] })
  await gated.request({ method: 'eth_chainId' })
  expect(heard).toEqual([{ endpoint, method: 'eth_chainId', params: undefined }])
})

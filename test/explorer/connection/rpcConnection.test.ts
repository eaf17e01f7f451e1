import { describe, expect, it } from 'vitest'
import { DisconnectedError, RpcError } from '../../../src/explorer/connection/rpcError.ts'
import { FakeServer, settle } from '../support/fakeServer.ts'

const methods = {
  eth_chainId: () => '0x539',
  test_echo: (value: unknown) => value,
  test_fail: () => {
    throw { code: -32000, message: 'refused', data: '0x01' }
  },
}

function open() {
  const server = new FakeServer(methods)
  const connection = server.connect()
  server.accept()
  return { server, connection }
}

describe('request', () => {
  it('resolves with the result', async () => {
    expect(await open().connection.request('eth_chainId')).toBe('0x539')
  })

  it('rejects with the error of the server', async () => {
    const failed = await open()
      .connection.request('test_fail')
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(RpcError)
    expect(failed).toMatchObject({ code: -32000, message: 'refused', data: '0x01' })
  })

  it('waits for the connection', async () => {
    const server = new FakeServer(methods)
    const result = server.connect().request('eth_chainId')
    await settle()
    expect(server.messages).toEqual([])
    server.accept()
    expect(await result).toBe('0x539')
  })

  it('rejects what was sent when the connection is lost, and sends later what was not', async () => {
    const { server, connection } = open()
    const sent = connection.request('eth_chainId')
    server.drop()
    await expect(sent).rejects.toBeInstanceOf(DisconnectedError)
    const unsent = connection.request('test_echo', [7])
    server.elapse()
    server.accept()
    expect(await unsent).toBe(7)
    expect(server.called).toEqual(['eth_chainId', 'test_echo'])
  })

  it('refuses more requests than can wait', async () => {
    const connection = new FakeServer(methods).connect()
    for (let count = 0; count < 1000; count += 1) connection.request('eth_chainId').catch(() => {})
    await expect(connection.request('eth_chainId')).rejects.toThrow('1000 requests wait')
  })
})

describe('batch', () => {
  it('is one message, and its outcomes are in the order of the calls', async () => {
    const { server, connection } = open()
    const outcomes = await connection.batch([
      { method: 'test_echo', params: [1] },
      { method: 'test_fail', params: [] },
      { method: 'test_echo', params: [2] },
    ])
    expect(outcomes.map(({ result, error }) => result ?? error?.message)).toEqual([1, 'refused', 2])
    expect(server.messages).toHaveLength(1)
  })

  it('is sent call by call to a server that refuses it', async () => {
    const { server, connection } = open()
    server.refusesBatches = true
    const calls = [1, 2].map((value) => ({ method: 'test_echo', params: [value] }))
    const results = async () => (await connection.batch(calls)).map(({ result }) => result)
    expect(await results()).toEqual([1, 2])
    expect(server.messages).toHaveLength(3)
    expect(await results()).toEqual([1, 2])
    expect(server.messages).toHaveLength(5)
  })

  it('sends nothing for no calls', async () => {
    const { server, connection } = open()
    expect(await connection.batch([])).toEqual([])
    expect(server.messages).toEqual([])
  })
})

describe('subscribe', () => {
  it('calls the listener with each result until it is ended', async () => {
    const { server, connection } = open()
    const heads: unknown[] = []
    const end = connection.subscribe(['newHeads'], (head) => heads.push(head))
    await settle()
    server.notify('newHeads', 1)
    end()
    await settle()
    server.notify('newHeads', 2)
    expect(heads).toEqual([1])
    expect(server.subscribed).toEqual([])
  })

  it('subscribes again after a reconnection', async () => {
    const { server, connection } = open()
    const heads: unknown[] = []
    connection.subscribe(['newHeads'], (head) => heads.push(head))
    await settle()
    server.drop()
    server.elapse()
    server.accept()
    await settle()
    expect(server.subscribed).toEqual(['newHeads'])
    server.notify('newHeads', 1)
    expect(heads).toEqual([1])
  })

  it('ends a subscription whose id has not arrived yet', async () => {
    const { server, connection } = open()
    connection.subscribe(['newHeads'], () => {})()
    await settle()
    expect(server.subscribed).toEqual([])
  })

  it('says why the server refuses', async () => {
    const server = new FakeServer({
      eth_subscribe: () => {
        throw { code: -32601, message: 'no subscriptions' }
      },
    })
    const connection = server.connect()
    server.accept()
    const failed = new Promise<Error>((resolve) => {
      connection.subscribe(['newHeads'], () => {}, resolve)
    })
    expect((await failed).message).toBe('no subscriptions')
  })
})

describe('a lost connection', () => {
  it('opens again with growing delays, which begin anew once it was open', () => {
    const server = new FakeServer(methods)
    const connection = server.connect()
    const delays: number[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      server.drop()
      delays.push(...server.delays)
      expect(connection.state.value).toEqual({ phase: 'waiting', milliseconds: delays.at(-1) })
      server.elapse()
    }
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
    server.accept()
    server.drop()
    expect(server.delays).toEqual([250])
  })

  it('opens at once when asked to', () => {
    const { server, connection } = open()
    server.drop()
    connection.retryNow()
    expect(server.connections).toBe(2)
    expect(server.delays).toEqual([])
  })

  it('stays closed after close', async () => {
    const { server, connection } = open()
    const request = connection.request('eth_chainId')
    connection.close()
    await expect(request).rejects.toBeInstanceOf(DisconnectedError)
    expect(server.delays).toEqual([])
    expect(connection.state.value).toEqual({ phase: 'closed' })
    await expect(connection.request('eth_chainId')).rejects.toThrow('the connection is closed')
  })
})

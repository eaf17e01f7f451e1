import { describe, expect, it } from 'vitest'
import type { FaultRule } from '../../src/faults/faultRule.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { serveForTests } from '../support/serving.ts'
import { Subscriber } from '../support/subscriber.ts'
import { post, request, transports } from '../support/transports.ts'
import { openSocket } from '../support/webSockets.ts'

const { server, chain } = await serveForTests(
  { seed: 'waiting', blocks: 8, preset: 'latest' },
  { anyKey: true, control: true },
)

let keys = 0
function open(faults: FaultRule[] = []): ServedEndpoint {
  return server.endpoint(`waiting-${keys++}`, { faults })
}

/** The machine may be busy. */
const patience = { timeout: 240_000 }

/** Checks once: what is waited for must have happened. */
const now = { timeout: 0 }

const busy: FaultRule = { fault: { kind: 'error', code: -32000, message: 'busy' }, times: 1 }

describe.each(transports)('over $transport', ({ open: connect }) => {
  it('counts each call, those of batches, failed ones and notifications included', async () => {
    const endpoint = open()
    const connection = await connect(endpoint)
    const calls = endpoint.received({ count: 5, ...patience })
    await connection.ask(request('eth_chainId'))
    const batch = [request('eth_getBalance'), request('eth_getLogs', [{}]), '7']
    await connection.ask(`[${batch.join()}]`)
    await connection.ask(request('made_up'))
    await connection.ask('not JSON')
    await connection.tell('{"jsonrpc":"2.0","method":"eth_call","params":[{"to":"0x1"}]}')
    expect(await calls).toEqual([
      { method: 'eth_chainId', params: [], call: 1, outcome: 'ok' },
      { method: 'eth_getBalance', params: [], call: 1, outcome: 'INVALID_PARAMS' },
      { method: 'eth_getLogs', params: [{}], call: 1, outcome: 'ok' },
      { method: 'made_up', params: [], call: 1, outcome: 'METHOD_NOT_FOUND' },
      { method: 'eth_call', params: [{ to: '0x1' }], call: 1, outcome: 'NOTIFICATION' },
    ])
    connection.close()
  })

  it('counts calls with faults, and those of other keys of the endpoint', async () => {
    const endpoint = open([busy])
    const connection = await connect(endpoint)
    for (const _ of [1, 2]) await connection.ask(request('eth_chainId'))
    await connection.ask(`[${request('eth_call')}]`)
    const calls = await endpoint.received({ count: 3, ...now })
    expect(calls.map(({ outcome }) => outcome)).toEqual(['INJECTED_ERROR', 'ok', 'INJECTED_ERROR'])
    connection.close()
    const before = server.receivedCounts()
    const other = await connect(server.endpoint('dev'))
    await other.ask(request('eth_chainId'))
    await server.received({ method: 'eth_chainId', since: before, ...now })
    other.close()
  })
})

describe('in process', () => {
  it('counts each call', async () => {
    const endpoint = open()
    await endpoint.request({ method: 'eth_getBlockByNumber', params: ['0x1', false] })
    await endpoint.request({ method: 'made_up' }).catch(() => {})
    endpoint.setFaults([busy])
    await endpoint.request({ method: 'eth_chainId' }).catch(() => {})
    await endpoint.request({ method: 'eth_chainId' })
    await endpoint.request({ method: 'eth_chainId', params: [1] }).catch(() => {})
    expect(await endpoint.received({ count: 5, ...now })).toEqual([
      { method: 'eth_getBlockByNumber', params: ['0x1', false], call: 1, outcome: 'ok' },
      { method: 'made_up', call: 1, outcome: 'METHOD_NOT_FOUND' },
      { method: 'eth_chainId', call: 1, outcome: 'INJECTED_ERROR' },
      { method: 'eth_chainId', call: 2, outcome: 'ok' },
      { method: 'eth_chainId', params: [1], call: 3, outcome: 'INVALID_PARAMS' },
    ])
  })
})

describe('received', () => {
  it('resolves for a call whose response a fault loses or delays, before that is sent', async () => {
    const endpoint = open([
      { methods: 'eth_chainId', fault: { kind: 'timeOut' } },
      { methods: 'eth_blockNumber', fault: { kind: 'latency', milliseconds: 3_600_000 } },
    ])
    const controller = new AbortController()
    const { signal } = controller
    const body = (method: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request(method),
      signal,
    })
    const lost = fetch(endpoint.url, body('eth_chainId')).catch(({ name }) => name)
    await endpoint.received({ method: 'eth_chainId', ...patience })
    await endpoint.idle(now)
    const late = fetch(endpoint.url, body('eth_blockNumber')).catch(({ name }) => name)
    await endpoint.received({ method: 'eth_blockNumber', ...patience })
    await expect(endpoint.idle(now)).rejects.toThrow(
      'not idle: still has delayed responses or notifications',
    )
    const idle = endpoint.idle(patience)
    controller.abort()
    expect([await lost, await late]).toEqual(['AbortError', 'AbortError'])
    await idle
  })

  it('resolves once the answer of a long call is determined, so that a move does not change it', async () => {
    const endpoint = open()
    const answered = post(endpoint.url, request('eth_getLogs', [{ fromBlock: '0x0' }]))
    await endpoint.received({ method: 'eth_getLogs', params: [{ fromBlock: '0x0' }], ...patience })
    await endpoint.reorg({ depth: 8 })
    const { result } = (await (await answered).json()) as { result: { blockHash: string }[] }
    const hashes = new Set(result.map(({ blockHash }) => blockHash))
    const main = Array.from({ length: 9 }, (_, number) => chain.tree.byNumber(number)?.hash)
    expect(main).toEqual(expect.arrayContaining([...hashes]))
  })

  it('checks its options', async () => {
    const endpoint = open()
    const wrong = (options: object) => endpoint.received(options)
    await expect(wrong({ methods: 'eth_call' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message:
        'options.methods: there is no such option; those known are: method, params, count, since, timeout, signal; did you mean method?',
    })
    await expect(wrong({ timeout: 240_001 })).rejects.toThrow('a whole number from 0 to 240000')
    await expect(wrong({ count: 0 })).rejects.toThrow('options.count: 0 is not')
    await expect(wrong({ params: 'newHeads' })).rejects.toThrow('is not a list of params')
    await expect(endpoint.subscribed('newHead' as 'newHeads')).rejects.toThrow(
      "kind: 'newHead' is none of: newHeads, logs, newPendingTransactions, transactionReceipts, syncing; did you mean newHeads?",
    )
  })
})

describe('subscribed', () => {
  it('resolves for clients of every transport, and unsubscribed when they have gone', async () => {
    const endpoint = open()
    const subscribed = endpoint.subscribed('newHeads', { count: 3, ...patience })
    const near = server.endpoint(endpoint.key)
    await near.request({ method: 'eth_subscribe', params: ['newHeads'] })
    const clients = [await Subscriber.open(endpoint.wsUrl), await Subscriber.open(endpoint.wsUrl)]
    const [first, second] = clients as [Subscriber, Subscriber]
    await expect(endpoint.subscribed('newHeads', { count: 2, timeout: 0 })).rejects.toThrow(
      '1 of 2 subscriptions to newHeads exist',
    )
    const id = await first.subscribe('newHeads')
    await second.subscribe('newHeads')
    await second.subscribe('logs', {})
    await subscribed
    await endpoint.subscribed('logs', now)
    await endpoint.mine()
    await endpoint.idle(patience)
    expect(await first.received()).toHaveLength(1)
    const unsubscribed = endpoint.unsubscribed('newHeads', patience)
    await first.ask('eth_unsubscribe', id)
    await near.request({ method: 'eth_unsubscribe', params: ['0x1'] })
    second.socket.terminate()
    await unsubscribed
    await endpoint.unsubscribed('logs', patience)
    first.socket.terminate()
  })
})

describe('idle', () => {
  it('waits for calls, moves and notifications', async () => {
    const endpoint = open([
      { methods: 'eth_subscription', fault: { kind: 'messageDelayed', milliseconds: 1 } },
    ])
    const client = await Subscriber.open(endpoint.wsUrl)
    await client.subscribe('newHeads')
    let isMined = false
    void endpoint.mine(2).then(() => {
      isMined = true
    })
    let isAnswered = false
    const answered = endpoint
      .request({ method: 'eth_getLogs', params: [{ fromBlock: '0x0' }] })
      .then(() => {
        isAnswered = true
      })
    const notified = new Promise((resolve) => client.socket.on('message', resolve))
    await endpoint.idle(patience)
    expect([isMined, isAnswered]).toEqual([true, true])
    await Promise.all([answered, notified])
    client.socket.terminate()
  })

  it('waits until a large response is compressed', async () => {
    const endpoint = open()
    const idle = []
    const block = request('eth_getBlockByNumber', ['0x8', true])
    const body = `[${Array(200).fill(block).join()}]`
    const response = post(endpoint.url, body, { 'accept-encoding': 'gzip' })
    idle.push(await endpoint.received({ count: 200, ...patience }), await endpoint.idle(patience))
    expect((await response).status).toBe(200)
  })
})

describe('a wait', () => {
  it('that nobody awaits is no unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const listen = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', listen)
    const endpoint = open()
    void endpoint.received(patience)
    await endpoint.close()
    await endpoint.idle().catch(() => {})
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', listen)
    expect(unhandled).toEqual([])
  })

  it('ends when its endpoint closes, and when its server does', async () => {
    const endpoint = open()
    const waits = [endpoint.received(patience), endpoint.subscribed('logs', patience)]
    const ended = Promise.allSettled(waits)
    await endpoint.close()
    const closed = { code: 'CLOSED', message: 'the endpoint is closed' }
    for (const result of await ended) {
      expect(result).toMatchObject({ status: 'rejected', reason: closed })
    }
    const other = await serve(chain, { port: 0, control: true })
    const near = other.received(patience).catch(({ message }) => message)
    const far = post(other.controlUrl as string, request('ommer_received', [patience]))
    await openSocket(other.wsUrl)
    const closing = other.close()
    expect(await near).toBe('the server is closed')
    expect(
      await far.then(
        (response) => response.json(),
        () => undefined,
      ),
    ).toMatchObject({
      error: { code: -32000, message: 'the server is closed', data: { code: 'CLOSED' } },
    })
    await closing
    await expect(other.idle()).rejects.toMatchObject({ code: 'CLOSED' })
  })
})

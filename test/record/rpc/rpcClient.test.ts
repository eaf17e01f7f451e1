import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { toQuantity } from '../../../src/primitives/hex.ts'
import { NodeAddress } from '../../../src/record/rpc/nodeAddress.ts'
import { RpcClient, type RpcClientOptions } from '../../../src/record/rpc/rpcClient.ts'
import { RpcRequestError } from '../../../src/record/rpc/rpcRequestError.ts'
import { serve } from '../../../src/serve.ts'
import { type FakeClock, fakeClock } from '../../support/fakeClock.ts'
import { type Fault, type FaultyNode, startFaultyNode } from '../../support/faultyNode.ts'
import { until } from '../../support/until.ts'

const KEY = 'a-key-that-nobody-may-see'
const START = Date.UTC(2026, 0, 1)

let node: FaultyNode
let clock: FakeClock
const server = await serve(await createChain({ blocks: 2 }), { port: 0 })
afterAll(() => server.close())
beforeEach(async () => {
  node = await startFaultyNode(server.url)
  clock = fakeClock(START)
  return () => node.close()
})

function client(options: Partial<RpcClientOptions> = {}): RpcClient {
  return new RpcClient(new NodeAddress(`${node.url}v3/${KEY}`), {
    answerBytes: 1_000_000,
    concurrency: 2,
    timeoutMs: 10_000,
    tries: 4,
    clock,
    signal: new AbortController().signal,
    ...options,
  })
}

/** The first requests fail, one after the other. */
function failFirst(...faults: Fault[]): void {
  node.fault = () => faults[node.asked.length - 1]
}

const error = (code: number, data?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: `no ${KEY}`, data } })

describe('RpcClient', () => {
  it.each<[what: string, fault: Fault, waits: number[]]>([
    ['429', { status: 429, body: '' }, [250]],
    ['429, in 3 s', { status: 429, headers: { 'retry-after': '3' }, body: '' }, [3000]],
    [
      '429, at a time',
      { status: 429, headers: { 'retry-after': new Date(START + 9000).toUTCString() }, body: '' },
      [9000],
    ],
    ['-32005', { body: error(-32005) }, [250]],
    ['-32005, in 30 s', { body: error(-32005, { rate: { backoff_seconds: 30 } }) }, [30_000]],
    ['500 and a page', { status: 500, body: '<html>sorry</html>' }, [250]],
    ['503, in 2 s', { status: 503, headers: { 'retry-after': '2' }, body: '' }, [2000]],
    ['an error of a gateway', { status: 502, body: error(-32000) }, [250]],
    ['a connection reset', 'reset', [250]],
    ['a truncated response', 'cutOff', [250]],
    ['truncated JSON', { change: (text) => text.slice(0, -3) }, [250]],
    ['text that is not JSON', { body: 'hello' }, [250]],
    ['a response without result and error', { body: '{"jsonrpc":"2.0","id":1}' }, [250]],
    ['a batch response', { body: '[]' }, [250]],
    ['a response with another id', { change: (text) => text.replace('"id":1', '"id":2') }, [250]],
  ])('retries after %s', async (_, fault, waits) => {
    failFirst(fault)
    const { value, text } = await client().call('eth_chainId')
    expect(value).toBe('0x539')
    expect(text).toBe('"0x539"')
    expect(node.asked).toHaveLength(2)
    expect(clock.waits).toEqual(waits)
  })

  it('retries after a timeout', async () => {
    failFirst('silence')
    const answer = client().call('eth_chainId')
    await until(() => node.asked.length > 0)
    clock.expire()
    expect((await answer).value).toBe('0x539')
    expect(clock.waits).toEqual([250])
  })

  it('retries null for a block that exists, and accepts null where it is allowed', async () => {
    const absent = { change: () => `{"jsonrpc":"2.0","id":${node.asked.length},"result":null}` }
    failFirst(absent, absent)
    const params = ['0x1', false]
    const { value } = await client().call('eth_getBlockByNumber', params, { mustExist: true })
    expect(value).toMatchObject({ number: '0x1' })
    expect(clock.waits).toEqual([250, 500])
    const { value: none } = await client().call('eth_getBlockByNumber', ['0x99', false])
    expect(none).toBeNull()
  })

  it('doubles the wait each time, then reports the request, the address and the last error', async () => {
    node.fault = () => ({ status: 500, body: `<h1>${KEY}</h1>\n\nsorry` })
    const params = ['0x1', true]
    const failure = await failureOf(client().call('eth_getBlockByNumber', params))
    expect(failure).toMatchObject({
      code: 'RPC_REQUEST_FAILED',
      method: 'eth_getBlockByNumber',
      params,
    })
    expect(failure.message).toMatch(/^eth_getBlockByNumber\("0x1", true\) at [^\n]*HTTP 500[^\n]*$/)
    expect(failure.message).not.toContain(KEY)
    expect(node.asked).toHaveLength(4)
    expect(clock.waits).toEqual([250, 500, 1000])
  })

  it.each([
    ['a protocol error', { body: error(-32602) }, -32602],
    ['a protocol error with an HTTP status', { status: 500, body: error(-32601) }, -32601],
    ['an error of the node', { body: error(-32000) }, -32000],
    ['no access', { status: 401, body: error(-32002) }, -32002],
    ['no access, without a message', { status: 403, body: '' }, undefined],
    ['a redirect', { status: 307, headers: { location: '/x' }, body: '' }, undefined],
    ['a wait of an hour', { status: 429, headers: { 'retry-after': '3600' }, body: '' }, undefined],
  ])('does not retry after %s', async (_, fault, rpcCode) => {
    node.fault = () => fault
    const failure = await failureOf(client().call('eth_chainId'))
    expect(failure.rpcCode).toBe(rpcCode)
    expect(failure.message).not.toContain(KEY)
    expect(node.asked).toHaveLength(1)
    expect(clock.waits).toEqual([])
  })

  it('reads only the start of a page with an error, however long it is', async () => {
    // Longer than any response may be: an excerpt does not need all of it.
    node.fault = () => ({ status: 400, body: `no ${KEY}${'…'.repeat(1_000_000)}` })
    const failure = await failureOf(client().call('eth_chainId'))
    expect(failure.message).toContain('HTTP 400: no ***…')
    expect(failure.isTooLarge).toBe(false)
  })

  it.each([0, 5, 20])(
    'masks %i letters of a key where a page with an error is cut',
    async (letters) => {
      const start = `no${' '.repeat(1198 - letters)}`
      node.fault = () => ({ status: 400, body: `${start}${KEY} ${'x'.repeat(1000)}` })
      const failure = await failureOf(client().call('eth_chainId'))
      expect(failure.message).toMatch(letters === 0 ? /HTTP 400: no$/ : /HTTP 400: no \*\*\*$/)
    },
  )

  it('delays all requests after a rate limit, and sends fewer at once', async () => {
    node.fault = ({ params: [number], times }) => {
      const isFirst = number === '0x0' && times === 1
      return isFirst
        ? { status: 429, headers: { 'retry-after': '5' }, body: '' }
        : { change: (answer) => answer }
    }
    const asking = client({ concurrency: 4 })
    await asking.call('eth_getBlockByNumber', ['0x0', false])
    expect(clock.waits).toEqual([5000])
    let [open, most] = [0, 0]
    const numbers = Array.from({ length: 6 }, (_, index) => toQuantity(index % 3))
    node.fault = () => {
      most = Math.max(most, ++open)
      return {
        change(answer) {
          open--
          return answer
        },
      }
    }
    await Promise.all(numbers.map((number) => asking.call('eth_getBlockByNumber', [number, false])))
    expect(most).toBeLessThanOrEqual(3)
  })

  it('tries an unreachable address at most three times', async () => {
    const nowhere = await startFaultyNode(server.url)
    await nowhere.close()
    const { signal } = new AbortController()
    const options = {
      answerBytes: 1_000_000,
      concurrency: 1,
      timeoutMs: 10_000,
      tries: 8,
      clock,
      signal,
    }
    const failure = await failureOf(
      new RpcClient(new NodeAddress(nowhere.url), options).call('eth_chainId'),
    )
    expect(failure.code).toBe('RPC_REQUEST_FAILED')
    expect(clock.waits).toEqual([250, 500])
  })

  it('rejects with the reason of its signal, whatever is in progress', async () => {
    node.fault = () => 'silence'
    const stop = new AbortController()
    const reason = new Error('enough')
    const asked = client({ signal: stop.signal }).call('eth_chainId')
    await until(() => node.asked.length > 0)
    stop.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })
})

async function failureOf(call: Promise<unknown>): Promise<RpcRequestError> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(RpcRequestError)
  return failure as RpcRequestError
}

import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { hostileCallRequest } from '../support/calls/hostileCallRequest.ts'
import { post, request } from '../support/transports.ts'
import { until } from '../support/until.ts'

let chain: Chain
let server: Server | undefined

beforeAll(async () => {
  chain = await createChain({ seed: 'served calls', blocks: 2, preset: 'latest' })
})

afterEach(() => server?.close())

const CONTRACT = `0x${'c0'.repeat(20)}`
/** JUMPDEST, PUSH0, JUMP: a loop. */
const loop = hostileCallRequest({ name: 'a loop', code: '0x5b5f56' })
/** Returns one byte. */
const short = hostileCallRequest({ name: 'short', code: '0x60015ff3' })

const ask = async (url: string, body: string) => (await post(url, body)).json()

/** The metrics of calls, by name and labels. */
async function metrics({ url }: Server): Promise<Record<string, number>> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  const lines = text.split('\n').filter((line) => /^ommer_calls?_/.test(line))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

describe('calls over HTTP', () => {
  it('ends a call at its gas cap, in a worker, and counts where calls ran', async () => {
    server = await serve(chain, { port: 0, callGas: 100_000, callTimeout: 0 })
    expect(await ask(server.url, loop)).toMatchObject({
      error: { code: -32000, message: 'out of gas' },
    })
    expect(await ask(server.url, short)).toMatchObject({ result: '0x00' })
    expect(await metrics(server)).toMatchObject({
      'ommer_calls_total{kind="call",thread="worker"}': 1,
      'ommer_calls_total{kind="call",thread="main"}': 1,
      ommer_call_threads: 1,
      ommer_calls_waiting: 0,
    })
  })

  it('aborts a call after its time limit with the error message of geth', async () => {
    server = await serve(chain, { port: 0, callGas: 0, callTimeout: 1 })
    expect(await ask(server.url, loop)).toMatchObject({
      error: { code: -32000, message: 'execution aborted (timeout = 1s)' },
    })
    expect(await metrics(server)).toMatchObject({
      'ommer_calls_aborted_total{reason="timeout"}': 1,
    })
  })

  it('answers others while a call runs, and closes without waiting for it', async () => {
    const limits = { closeSeconds: 1 }
    server = await serve(chain, { port: 0, callGas: 0, callTimeout: 0, limits })
    const running = ask(server.url, loop).catch(() => 'cut off')
    const { url } = server
    await until(async () => (await metrics(server as Server)).ommer_call_threads === 1)
    expect(await ask(url, short)).toMatchObject({ result: '0x00' })
    await server.close()
    expect(await running).toBe('cut off')
  })

  it('counts traces by their kind of job', async () => {
    server = await serve(chain, { port: 0, callTimeout: 0 })
    const { transactions = [] } = chain.blockByNumber(2) ?? {}
    const tracer = { tracer: 'callTracer' }
    const { url } = server
    await ask(url, request('debug_traceBlockByNumber', ['0x2', tracer]))
    await ask(url, request('debug_traceTransaction', [transactions[0]?.hash, tracer]))
    await ask(url, request('debug_traceCall', [{}, 'latest', tracer]))
    await ask(url, request('trace_block', ['0x2']))
    await ask(url, request('trace_replayBlockTransactions', ['0x2', ['trace']]))
    expect(await metrics(server)).toMatchObject({
      'ommer_calls_total{kind="traceBlock",thread="worker"}': 2,
      'ommer_calls_total{kind="traceCall",thread="worker"}': 1,
      'ommer_calls_total{kind="parityTraces",thread="worker"}': 1,
      'ommer_calls_total{kind="parityReplay",thread="worker"}': 1,
    })
  })

  it('ends the trace of a client that disconnects', async () => {
    const limits = { closeSeconds: 1 }
    server = await serve(chain, { port: 0, callGas: 0, callTimeout: 0, limits })
    const controller = new AbortController()
    const { url } = server
    const options = { tracer: 'noopTracer', stateOverrides: { [CONTRACT]: { code: '0x5b5f56' } } }
    const body = request('debug_traceCall', [{ to: CONTRACT }, 'latest', options])
    const headers = { 'content-type': 'application/json' }
    const { signal } = controller
    const running = fetch(url, { method: 'POST', headers, body, signal }).catch(() => 'aborted')
    await until(async () => (await metrics(server as Server)).ommer_call_threads === 1)
    controller.abort()
    expect(await running).toBe('aborted')
    const aborted = 'ommer_calls_aborted_total{reason="disconnected"}'
    await until(async () => (await metrics(server as Server))[aborted] === 1)
    expect(await ask(url, request('debug_traceCall', [{}, 'latest', {}]))).toMatchObject({
      result: { failed: false, structLogs: [] },
    })
  })
})

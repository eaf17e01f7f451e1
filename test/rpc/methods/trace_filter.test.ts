import { describe, expect, it } from 'vitest'
import { toQuantity } from '../../../src/primitives/hex.ts'
import type { Server } from '../../../src/server/serve.ts'
import { serveForTests, serveInTest } from '../../support/serving.ts'
import type { FlatTrace } from '../../support/traces/parityTypes.ts'

const BLOCKS = 12

// Without a limit of time for calls, because other processes may be busy.
const { server, chain, ask } = await serveForTests(
  { seed: 'filtered', preset: 'pow', blocks: BLOCKS },
  { callTimeout: 0 },
)
const all: FlatTrace[] = []
for (let number = 0; number <= BLOCKS; number++) {
  all.push(...(await ask<FlatTrace[]>('trace_block', toQuantity(number))))
}

function filter(member: object, from: Server = server): Promise<FlatTrace[]> {
  return from.request({ method: 'trace_filter', params: [member] }) as Promise<FlatTrace[]>
}

function errorOf(answer: Promise<unknown>): Promise<{ code: number; message: string }> {
  return answer.then(
    () => Promise.reject(new Error('there is a result')),
    ({ code, message }) => ({ code, message }),
  )
}

describe('a range', () => {
  it('is the whole chain by default, in the order of the blocks', async () => {
    expect(await filter({})).toEqual(all)
  })

  it('includes both ends', async () => {
    expect(await filter({ fromBlock: '0x3', toBlock: '0x5' })).toEqual(
      all.filter(({ blockNumber = 0 }) => blockNumber >= 3 && blockNumber <= 5),
    )
  })

  it.each([
    [{ fromBlock: '0x5', toBlock: '0x3' }, 'invalid block range params'],
    [{ toBlock: '0xff' }, 'block range extends beyond current head block'],
    [{ fromBlock: 'pending' }, 'pending traces are not supported'],
  ])('is refused: %j', async (member, message) => {
    expect(await errorOf(filter(member))).toEqual({ code: -32602, message })
  })
})

describe('addresses', () => {
  const partiesOf = ({ type, action, result }: FlatTrace) =>
    ({
      call: [action.from, action.to],
      create: [action.from, result?.address],
      suicide: [action.address, action.refundAddress],
      reward: [undefined, action.author],
    })[type]

  it('select by either side, or by both', async () => {
    const [from, to] = partiesOf(all.find(({ type }) => type === 'call') as FlatTrace)
    const [fromAddress, toAddress] = [[from], [to]]
    const isFrom = (trace: FlatTrace) => partiesOf(trace)[0] === from
    const isTo = (trace: FlatTrace) => partiesOf(trace)[1] === to
    expect(await filter({ fromAddress })).toEqual(all.filter(isFrom))
    expect(await filter({ toAddress })).toEqual(all.filter(isTo))
    expect(await filter({ fromAddress, toAddress })).toEqual(
      all.filter((trace) => isFrom(trace) || isTo(trace)),
    )
    expect(await filter({ fromAddress, toAddress, mode: 'intersection' })).toEqual(
      all.filter((trace) => isFrom(trace) && isTo(trace)),
    )
  })

  it('find rewards by their authors, and contracts by their creators and themselves', async () => {
    for (const type of ['reward', 'create'] as const) {
      const [, toAddress] = partiesOf(all.find((trace) => trace.type === type) as FlatTrace)
      const found = await filter({ toAddress: toAddress?.toUpperCase() })
      expect(found).toEqual(all.filter((trace) => partiesOf(trace)[1] === toAddress))
      expect(found.some((trace) => trace.type === type)).toBe(true)
    }
  })
})

describe('after and count', () => {
  it.each([0, 1, 7, 1000])('select a part of the traces: after %i', async (after) => {
    for (const count of [0, 1, 5, 1000]) {
      expect(await filter({ after, count })).toEqual(all.slice(after, after + count))
    }
    expect(await filter({ after: toQuantity(after) })).toEqual(all.slice(after))
  })

  it('may be any quantity of 64 bits', async () => {
    expect(await filter({ count: '0xffffffffffffffff' })).toEqual(all)
    expect(await filter({ after: '0x20000000000001' })).toEqual([])
  })
})

describe('limits', () => {
  it.each([
    [{ logRange: 5 }, 'query exceeds max block range 5. Try with this block range [0x0, 0x4].'],
    [{ logResults: 20 }, /^query returned more than 20 results. Try with this block range/],
    [{ answerBytes: 10_000 }, /^query returned more than 10000 bytes. Try with this block range/],
  ])('are those of eth_getLogs: %j', async (limits, message) => {
    const limited = await serveInTest(chain, { callTimeout: 0, limits })
    const error = await errorOf(filter({}, limited))
    expect(error.code).toBe(-32005)
    expect(error.message).toMatch(message)
    const range = /\[(0x\w+), (0x\w+)\]/.exec(error.message)
    const [, fromBlock, toBlock] = range ?? []
    const found = await filter({ fromBlock, toBlock }, limited)
    const last = Number(toBlock)
    expect(found).toEqual(all.filter(({ blockNumber = 0 }) => blockNumber <= last))
  })

  it('allow as many results as are requested', async () => {
    const limited = await serveInTest(chain, { callTimeout: 0, limits: { logResults: 20 } })
    expect(await filter({ after: 3, count: 20 }, limited)).toEqual(all.slice(3, 23))
  })

  it('apply to each block of the other methods', async () => {
    const limited = await serveInTest(chain, { callTimeout: 0, limits: { answerBytes: 2000 } })
    const block = toQuantity(all.find(({ type }) => type === 'call')?.blockNumber ?? 0)
    const types = ['trace', 'stateDiff', 'vmTrace']
    for (const params of [[block], [block, types]]) {
      const method = params.length === 1 ? 'trace_block' : 'trace_replayBlockTransactions'
      expect(await errorOf(limited.request({ method, params }))).toEqual({
        code: -32003,
        message: 'response too large: at most 2000 bytes',
      })
    }
  })
})

describe('what does not exist', () => {
  const nobody = `0x${'00'.repeat(32)}`

  it.each([
    ['trace_block', ['0xff'], -32000, 'header not found'],
    ['trace_block', ['pending'], -32000, 'tracing on top of pending is not supported'],
    ['trace_replayTransaction', [nobody, []], -32000, 'transaction not found'],
  ])('is an error of %s%j', async (method, params, code, message) => {
    expect(await errorOf(ask(method, ...params))).toEqual({ code, message })
  })

  it('is null where a trace is looked up', async () => {
    expect(await ask('trace_transaction', nobody)).toBeNull()
    expect(await ask('trace_get', nobody, [])).toBeNull()
  })

  it('is null for a trace address past those of the transaction', async () => {
    const inner = all.find(({ traceAddress }) => traceAddress.length > 0) as FlatTrace
    const path = inner.traceAddress.map(toQuantity)
    expect(await ask('trace_get', inner.transactionHash, path)).toEqual(inner)
    expect(await ask('trace_get', inner.transactionHash, [...path, '0xff'])).toBeNull()
  })
})

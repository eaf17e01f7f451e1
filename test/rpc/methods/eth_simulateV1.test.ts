import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { officialChain } from '../../support/chain.ts'
import { serveForTests, serveInTest } from '../../support/serving.ts'
import { askOverHttp } from '../../support/transports.ts'

interface Simulated {
  readonly timestamp: string
  readonly totalDifficulty?: string
  readonly transactions: readonly Record<string, unknown>[]
  readonly calls: readonly { readonly logs: readonly Record<string, unknown>[] }[]
}

interface Recorded {
  readonly params: readonly unknown[]
  readonly answer: { readonly result?: unknown; readonly error?: unknown }
}

/** Answers of geth 1.17.10 to random simulations. */
const recorded: readonly Recorded[] = JSON.parse(
  readFileSync('test/data/geth/simulations.json', 'utf8'),
)

// Without a limit of time, because other processes may be busy. The limit of gas is geth's.
const { server } = await serveForTests(await officialChain(), { callTimeout: 0 })
const geth = server.endpoint('simulate-geth', { dialect: 'geth' })
const infura = server.endpoint('simulate-infura', { dialect: 'infura' })

const FROM = `0x${'c0'.repeat(20)}`
const TO = `0x${'c1'.repeat(20)}`

async function simulate(endpoint: ServedEndpoint, ...params: readonly unknown[]) {
  const result = await endpoint.request({ method: 'eth_simulateV1', params })
  return result as readonly [Simulated, ...Simulated[]]
}

async function answerOf(params: readonly unknown[]) {
  try {
    return { result: await simulate(geth, ...params) }
  } catch (error) {
    const { code, message, data } = error as { code: number; message: string; data?: unknown }
    return { error: { code, message, ...(data !== undefined && { data }) } }
  }
}

describe('a random simulation', () => {
  it.each(recorded.map((each, index) => [index, each] as const))(
    'is answered as by geth: %i',
    async (_, { params, answer }) => {
      expect(await answerOf(params)).toEqual(answer)
    },
  )

  it('was recorded for results and errors', () => {
    const errors = recorded.filter(({ answer }) => answer.error !== undefined)
    expect(errors.length).toBeGreaterThan(5)
    expect(recorded.length - errors.length).toBeGreaterThan(10)
  })
})

// As geth 1.17.10.
it('transfers nothing in a call from the caller of system contracts', async () => {
  const from = '0xfffffffffffffffffffffffffffffffffffffffe'
  // Returns its balance and the value of the call.
  const code = '0x475f523460205260405ff3'
  const stateOverrides = { [from]: { balance: '0x9' }, [TO]: { code, balance: '0x2' } }
  const blockStateCalls = [{ stateOverrides, calls: [{ from, to: TO, value: '0x9' }] }]
  const [block] = await simulate(geth, { blockStateCalls }, 'latest')
  const [call] = block.calls as unknown as [{ readonly returnData: string }]
  expect(call.returnData).toBe(`0x${'2'.padStart(64, '0')}${'9'.padStart(64, '0')}`)
})

describe('the size of a simulation', () => {
  const calls = (count: number) => ({ calls: Array.from({ length: count }, () => ({})) })

  it.each([
    ['no blocks', [], -32602, 'empty input'],
    ['257 blocks', Array(257).fill({}), -38026, 'too many blocks'],
    ['5001 calls in a block', [calls(5001)], -38026, 'too many calls in block: 5001 > 5000'],
    ['10001 calls', [calls(5000), calls(5000), calls(1)], -38026, 'too many calls: 10001 > 10000'],
  ])('is limited: %s', async (_, blockStateCalls, code, message) => {
    // Refused before the block is looked up.
    expect(await answerOf([{ blockStateCalls }, '0xffff'])).toEqual({ error: { code, message } })
  })
})

describe('overrides', () => {
  it.each([
    [
      'a field of blocks',
      { blockOverrides: { miner: FROM } },
      'unknown field "miner" in block override',
    ],
    [
      'a field under two names',
      { blockOverrides: { time: '0x1', Time: '0x1' } },
      'keys "Time" and "time" in block override name the same field',
    ],
    [
      'a field of accounts',
      { stateOverrides: { [FROM]: { storage: {} } } },
      'unknown field "storage" in state override for 0xC0c0C0c0C0C0c0c0C0C0C0c0C0C0c0c0C0C0c0C0',
    ],
  ])('are refused with %s that does not exist', async (_, block, problem) => {
    const { error } = (await answerOf([{ blockStateCalls: [block] }])) as {
      error: { code: number; message: string }
    }
    expect(error.code).toBe(-32602)
    expect(error.message.toLowerCase()).toBe(`invalid argument 0: ${problem}`.toLowerCase())
  })
})

describe('numbers above 2^53', () => {
  it('are written exactly', async () => {
    const [time, nonce, index] = ['0xfffffffffffffff1', '0xfffffffffffffff2', '0xfffffffffffffff3']
    const withdrawal = { index, validatorIndex: index, address: TO, amount: '0x1' }
    const blockOverrides = { time, withdrawals: [withdrawal] }
    const stateOverrides = { [FROM]: { balance: '0x1' } }
    const [block] = await simulate(geth, {
      blockStateCalls: [
        { blockOverrides, stateOverrides, calls: [{ from: FROM, to: TO, value: '0x1', nonce }] },
      ],
      traceTransfers: true,
      returnFullTransactions: true,
    })
    expect(block).toMatchObject({ timestamp: time, withdrawals: [withdrawal] })
    expect(block.transactions).toMatchObject([{ nonce, blockTimestamp: time }])
    expect(block.calls[0]?.logs).toMatchObject([{ blockTimestamp: time }])
  })
})

describe('in the dialect infura', () => {
  it('blocks, transactions and logs are written as those of the chain', async () => {
    const [head] = (await Promise.all([
      infura.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
    ])) as [Simulated]
    const [block] = await simulate(infura, {
      blockStateCalls: [
        {
          stateOverrides: { [FROM]: { balance: '0x1' } },
          calls: [{ from: FROM, to: TO, value: '0x1', gasPrice: '0x0' }],
        },
      ],
      traceTransfers: true,
      returnFullTransactions: true,
    })
    expect(block.totalDifficulty).toBe(head.totalDifficulty)
    const zeros = `0x${'0'.repeat(64)}`
    expect(block.transactions).toMatchObject([{ type: '0x0', r: zeros, s: zeros, from: FROM }])
    expect(block.transactions[0]).not.toHaveProperty('chainId')
    expect(block.calls[0]?.logs[0]).not.toHaveProperty('blockTimestamp')
  })
})

describe('a large result of a call', () => {
  /** Returns 1 MiB: PUSH3 0x100000, PUSH0, RETURN. */
  const returning = '0x621000005ff3'
  /** Emits the given number of logs: counts down from a PUSH2. */
  const logging = (count: number) =>
    `0x61${count.toString(16).padStart(4, '0')}5b5f5fa06001900380600357` as const

  it('is complete', async () => {
    const overrides = { [TO]: { code: returning } }
    const result = await geth.request({
      method: 'eth_call',
      params: [{ to: TO }, 'latest', overrides],
    })
    expect(result).toBe(`0x${'00'.repeat(1024 * 1024)}`)
    const [block] = await simulate(geth, {
      blockStateCalls: [
        { stateOverrides: { [TO]: { code: logging(3000) } }, calls: [{ to: TO }, { to: TO }] },
      ],
    })
    expect(block.calls.map(({ logs }) => logs.length)).toEqual([3000, 3000])
    expect(block.calls[1]?.logs.at(-1)).toMatchObject({ logIndex: '0x176f', address: TO })
  })

  it('is refused when it is larger than an answer may be', async () => {
    const limits = { answerBytes: 100_000 }
    const small = await serveInTest(await officialChain(), { callTimeout: 0, limits })
    const refused = { code: -32003, message: 'response too large: at most 100000 bytes' }
    const overrides = { [TO]: { code: returning } }
    const requests = [
      { method: 'eth_call', params: [{ to: TO }, 'latest', overrides] },
      {
        method: 'eth_simulateV1',
        params: [
          {
            blockStateCalls: [
              { stateOverrides: { [TO]: { code: logging(1000) } }, calls: [{ to: TO }] },
            ],
          },
        ],
      },
    ]
    for (const { method, params } of requests) {
      expect(await askOverHttp(small.url, method, ...params)).toEqual(refused)
    }
  })
})

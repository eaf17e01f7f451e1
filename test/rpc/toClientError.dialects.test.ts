import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChain } from '../../src/createChain.ts'
import { type DialectName, dialectNames } from '../../src/endpoint/dialects/dialects.ts'
import { serve } from '../../src/serve.ts'
import type { Server } from '../../src/server/serve.ts'

const HASH = `0x${'ab'.repeat(32)}`
const ADDRESS = `0x${'cd'.repeat(20)}`

let server: Server
beforeAll(async () => {
  const chain = await createChain({ preset: 'latest', blocks: 12, seed: 7 })
  server = await serve(chain, {
    port: 0,
    dev: true,
    methods: 'all',
    apiKeys: dialectNames.map((key) => ({ key, dialect: key })),
    limits: { logRange: 5 },
  })
})
afterAll(() => server.close())

interface Answer {
  readonly status: number
  readonly body: { readonly result?: unknown; readonly error?: unknown }
}

async function post(dialect: DialectName, body: unknown): Promise<Answer> {
  const response = await fetch(new URL(`/v3/${dialect}`, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function ask(dialect: DialectName, method: string, params: readonly unknown[]) {
  const { status, body } = await post(dialect, { jsonrpc: '2.0', id: 1, method, params })
  return { status, ...body }
}

const logs = (fromBlock: string, toBlock: string) => [{ fromBlock, toBlock }]
/** Code that returns with REVERT, without data and with Error("no"). */
const call = (code: string, block = 'latest', gas = '0x186a0') => [
  { to: ADDRESS, gas },
  block,
  { [ADDRESS]: { code } },
]
const REVERTS = '0x5f5ffd'
const RUNS_OUT = '0x5b5f56'
const JUMPS_WRONGLY = '0x600056'
const REVERTS_WITH_REASON = reverting('no')

/** Code that reverts with `Error(string)`. */
function reverting(reason: string): string {
  const text = Buffer.from(reason).toString('hex').padEnd(64, '0')
  const length = reason.length.toString(16).padStart(64, '0')
  const data = `08c379a0${'20'.padStart(64, '0')}${length}${text}`
  // CODECOPY(0, 10, 100), REVERT(0, 100)
  return `0x6064600b5f3960645ffd${'00'}${data}`
}

describe.each<[DialectName, string, string, readonly unknown[], number, string, unknown?]>([
  ['reth', 'a range', 'eth_getLogs', logs('0x0', '0x9'), -32602, 'query exceeds max block range 5'],
  [
    'reth',
    'a range above the head',
    'eth_getLogs',
    logs('0x9', '0x10'),
    -32602,
    'block range extends beyond current head block: requested 16, head 12',
  ],
  [
    'reth',
    'a state above the head',
    'eth_getBalance',
    [ADDRESS, '0x186a0'],
    -32001,
    'block not found: 0x186a0',
  ],
  [
    'reth',
    'the state of an unknown hash',
    'eth_getBalance',
    [ADDRESS, { blockHash: HASH, requireCanonical: true }],
    -32001,
    `block not found: canonical hash ${HASH}`,
  ],
  ['reth', 'an unknown filter', 'eth_getFilterChanges', ['0x1'], -32602, 'filter not found'],
  ['reth', 'a wrong jump', 'eth_call', call(JUMPS_WRONGLY), -32003, 'EVM error: InvalidJump'],
  [
    'reth',
    'no gas left',
    'eth_call',
    [{ to: ADDRESS, gas: '0x7530' }, 'latest', { [ADDRESS]: { code: RUNS_OUT } }],
    -32003,
    'out of gas: gas required exceeds: 30000',
  ],
  ['reth', 'no bytes', 'eth_sendRawTransaction', ['0x'], -32602, 'empty transaction data'],
  [
    'reth',
    'an unknown block to trace',
    'debug_traceBlockByHash',
    [HASH],
    -32000,
    `block ${HASH} not found`,
  ],
  [
    'nethermind',
    'a reversed range',
    'eth_getLogs',
    logs('0x2', '0x1'),
    -32602,
    "'From' block '2' is later than 'to' block '1'.",
  ],
  [
    'nethermind',
    'a state above the head',
    'eth_call',
    [{ to: ADDRESS }, '0xffffffff'],
    -32000,
    '4294967295 could not be found',
  ],
  ['nethermind', 'a revert', 'eth_call', call(REVERTS), 3, 'execution reverted', '0x'],
  [
    'erigon',
    'a range',
    'eth_getLogs',
    logs('0x0', '0x9'),
    -32602,
    'query block range exceeds server limit, narrow your filter: 5',
  ],
  [
    'erigon',
    'logs of an unknown block',
    'eth_getLogs',
    [{ blockHash: HASH }],
    -32000,
    `block not found: ${HASH.slice(2)}`,
  ],
  ['erigon', 'a revert', 'eth_call', call(REVERTS), 3, 'execution reverted', '0x'],
  [
    'besu',
    'a range',
    'eth_getLogs',
    logs('0x0', '0x9'),
    -32005,
    'Requested range exceeds maximum RPC range limit',
  ],
  [
    'besu',
    'a wrong address',
    'eth_getBalance',
    ['0x1', 'latest'],
    -32602,
    'Invalid address params',
  ],
  [
    'besu',
    'a wrong block',
    'eth_getBlockByNumber',
    ['x', true],
    -32602,
    'Invalid block number params',
  ],
  ['besu', 'no parameters', 'eth_getBalance', [], -32602, 'Invalid number of params'],
  ['besu', 'a reason', 'eth_call', call(REVERTS_WITH_REASON), 3, 'Execution reverted (no)'],
  ['besu', 'a wrong jump', 'eth_call', call(JUMPS_WRONGLY), -32603, 'Internal error'],
  ['besu', 'an unknown method', 'eth_nothing', [], -32601, 'Method not found'],
  [
    'alchemy',
    'a range',
    'eth_getLogs',
    logs('0x1', '0x9'),
    -32600,
    'You can make eth_getLogs requests with up to a 5 block range. Based on your parameters, this block range should work: [0x1, 0x5]',
  ],
  ['ankr', 'a range', 'eth_getLogs', logs('0x0', '0x9'), -32600, 'block range is too wide'],
  [
    'cloudflare',
    'a range',
    'eth_getLogs',
    logs('0x0', '0x9'),
    -32047,
    "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 5",
  ],
  [
    'drpc',
    'a range',
    'eth_getLogs',
    logs('0x0', '0x9'),
    35,
    'ranges over 5 blocks are not supported on freetier',
  ],
  [
    'chainstack',
    'a range',
    'eth_getLogs',
    logs('0x0', '0x9'),
    -32602,
    'Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits#evm-range-limits',
  ],
])('%s', (dialect, what, method, params, code, message, data) => {
  test(`has its own words for ${what}`, async () => {
    const answer = await ask(dialect, method, params)
    expect(answer).toMatchObject({ status: 200, error: { code, message } })
    if (data !== undefined) expect(answer.error).toHaveProperty('data', data)
  })
})

test('reth finds no logs above the head', async () => {
  expect(await ask('reth', 'eth_getLogs', logs('0x20', 'latest'))).toMatchObject({ result: [] })
  expect(await ask('geth', 'eth_getLogs', logs('0x20', 'latest'))).toMatchObject({
    error: { code: -32602, message: 'invalid block range params' },
  })
})

test('QuickNode refuses a range with HTTP 413', async () => {
  expect(await ask('quicknode', 'eth_getLogs', logs('0x0', '0x9'))).toEqual({
    status: 413,
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32614, message: 'eth_getLogs is limited to a 5 range' },
  })
})

test('a batch has no status of its own', async () => {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: logs('0x0', '0x9') }
  const { status, body } = await post('quicknode', [request])
  expect(status).toBe(200)
  expect(body).toMatchObject([{ id: 1, error: { code: -32614 } }])
})

test('Alchemy does not know a method, with HTTP 400', async () => {
  expect(await ask('alchemy', 'eth_nothing', [])).toMatchObject({
    status: 400,
    error: { code: -32601, message: 'Unsupported method: eth_nothing.' },
  })
})

test('Cloudflare lacks filters, with HTTP 403', async () => {
  expect(await ask('cloudflare', 'eth_newBlockFilter', [])).toMatchObject({
    status: 403,
    error: { code: -32601 },
  })
  expect(await ask('geth', 'eth_newBlockFilter', [])).toHaveProperty('result')
})

const batch = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))

test('dRPC refuses each request of a large batch', async () => {
  const { body } = await post('drpc', batch(4))
  const message =
    'Batch of more than 3 requests are not allowed on free tier, to use this feature register paid account at drpc.org'
  expect(body).toEqual(
    [0, 1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, error: { code: 31, message } })),
  )
  expect((await post('drpc', batch(3))).body).toHaveLength(3)
})

test('Besu refuses a large batch as a whole', async () => {
  const { body } = await post('besu', batch(1025))
  const error = { code: -32005, message: 'Number of requests exceeds max batch size' }
  expect(body).toEqual({ jsonrpc: '2.0', id: null, error })
})

test('nodes say which they are', async () => {
  expect(await ask('reth', 'web3_clientVersion', [])).toHaveProperty(
    'result',
    'reth/v1.11.3-d6324d6/x86_64-unknown-linux-gnu',
  )
  const { result } = await ask('geth', 'web3_clientVersion', [])
  expect(result).toMatch(/^ommer\//)
})

/**
 * What graph-node takes for a failure of the contract and not of the node, and answers with null (graphprotocol/graph-node@f27eb5f2c
 * `chain/ethereum/src/call_helper.rs`, MIT or Apache-2.0).
 */
const GRAPH_NODE = [
  'revert',
  'invalid jump destination',
  'invalid opcode',
  'stack limit reached 1024',
  'out of gas',
  'stack underflow',
  'vm execution error',
  'invalidjump',
  'notactivated',
  'invalidfeopcode',
  'stackunderflow',
  'stackoverflow',
  'opcodenotfound',
]
const PARITY_REVERT = -32_015

/** The messages of real nodes that it does not know, so that it retries the call. */
const unknownToGraphNode: Readonly<Partial<Record<DialectName, string>>> = {
  anvil: 'EVM error OutOfGas',
  besu: 'Internal error',
}

describe.each(dialectNames)('%s, read by graph-node', (dialect) => {
  test.each([
    ['a revert', REVERTS],
    ['a revert with a reason', REVERTS_WITH_REASON],
    ['code that runs out of gas', RUNS_OUT],
    ['a wrong jump', JUMPS_WRONGLY],
    ['INVALID', '0xfe'],
    ['an unknown opcode', '0x0c'],
    ['an empty stack', '0x01'],
  ])('fails by %s', async (_, code) => {
    const { error } = await ask(dialect, 'eth_call', call(code))
    const {
      code: number,
      message,
      data,
    } = error as {
      readonly code: number
      readonly message: string
      readonly data?: unknown
    }
    const isParityRevert =
      number === PARITY_REVERT &&
      typeof data === 'string' &&
      /^revert|^Bad jump|^Out of/i.test(data)
    const isKnown = GRAPH_NODE.some((each) => message.toLowerCase().includes(each))
    const isWanted = message !== unknownToGraphNode[dialect]
    expect({ message, isKnown: isKnown || isParityRevert }).toEqual({ message, isKnown: isWanted })
  })
})

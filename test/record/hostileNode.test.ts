import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { recordChain } from '../../src/recordChain.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { type Fault, type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { makePipe } from '../support/specialFiles.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const HASH = `0x${'11'.repeat(32)}`
const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'
let node: FaultyNode
let folder: string
let count = 0

const spec = { preset: 'pow', blocks: 2, transactionsPerBlock: [2, 2] } as const
const server = await serve(await createChain(spec), { port: 0 })
afterAll(() => server.close())
beforeEach(async () => {
  node = await startFaultyNode(server.url)
  folder = join(parent, String(count++))
  return () => node.close()
})

function record(options: Partial<Parameters<typeof recordChain>[1]> = {}) {
  return recordChain(node.url, { from: 1, to: 2, folder, clock: fakeClock(), ...options })
}

/** The error line of a recording. */
async function refusal(options: Partial<Parameters<typeof recordChain>[1]> = {}): Promise<string> {
  const error = await record(options).then(
    () => new Error('it was recorded'),
    (error: unknown) => error as Error,
  )
  expect(error.message).not.toContain('\n')
  expect(error).toMatchObject({
    code: expect.stringMatching(/^(CANNOT_RECORD|RPC_REQUEST_FAILED)$/),
  })
  return error.message
}

/** Changes the full block 1, and nothing else. */
function changeBlock(fault: Fault | ((block: Record<string, unknown>) => void)): void {
  const change = (answer: string) => {
    const parsed = JSON.parse(answer)
    if (typeof fault === 'function') fault(parsed.result)
    return JSON.stringify(parsed)
  }
  node.fault = ({ method, params: [number, full] }) => {
    if (method !== 'eth_getBlockByNumber' || number !== '0x1' || full !== true) return undefined
    return typeof fault === 'function' ? { change } : fault
  }
}

function requestCount(method: string): number {
  return node.asked.filter((asked) => asked.method === method && asked.params[0] === '0x1').length
}

describe('a node whose lists are too long', () => {
  it.each<[what: string, change: Record<string, unknown>, problem: string]>([
    [
      '100,000 uncles',
      { uncles: Array(100_000).fill(HASH), sha3Uncles: HASH },
      'block 1: uncles: 100000 uncles, but at most two are valid',
    ],
    [
      'uncles that are not hashes',
      { uncles: [HASH, 'x'.repeat(100_000)], sha3Uncles: HASH },
      'block 1: uncles: one is not a hash of 32 bytes',
    ],
    [
      'an uncle that the header does not commit to',
      { uncles: [HASH], sha3Uncles: NO_UNCLES },
      `block 1: sha3Uncles: ${NO_UNCLES} does not match the number of uncles, 1`,
    ],
    [
      'no uncle although the header commits to one',
      { uncles: [], sha3Uncles: HASH },
      `block 1: sha3Uncles: ${HASH} does not match the number of uncles, 0`,
    ],
    [
      'more transactions than a block can have',
      { transactions: Array(100_001).fill({ hash: HASH }) },
      'block 1: transactions: 100001 transactions, more than 100000',
    ],
    [
      'transactions without hashes',
      { transactions: [{ hash: 'x'.repeat(100_000) }] },
      'block 1: transactions[0].hash: not a hash of 32 bytes',
    ],
  ])('gets no requests for %s', async (_, change, problem) => {
    changeBlock((block) => Object.assign(block, change))
    expect(await refusal({ concurrency: 1 })).toBe(problem)
    // Twice, and again each time because the block itself is large.
    expect(requestCount('eth_getBlockByNumber')).toBeLessThanOrEqual(4)
    expect(requestCount('eth_getUncleByBlockNumberAndIndex')).toBe(0)
    expect(requestCount('eth_getBlockReceipts')).toBe(0)
  })

  it('gets at most two uncle requests per block without verification', async () => {
    changeBlock((block) => Object.assign(block, { uncles: [HASH, HASH, HASH] }))
    expect(await refusal({ verify: false })).toContain('uncles: 3 uncles')
    changeBlock((block) => Object.assign(block, { uncles: [HASH], sha3Uncles: NO_UNCLES }))
    const plain = node.fault
    node.fault = (asked) =>
      asked.method === 'eth_getUncleByBlockNumberAndIndex'
        ? { body: JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: {} }) }
        : plain(asked)
    expect(await record({ verify: false })).toMatchObject({ blocks: 2 })
  })
})

const text = (length: number) => JSON.stringify('x'.repeat(length))

describe('an oversized response', () => {
  const respondWith = (result: (id: number) => string) => {
    node.fault = ({ id, params: [number, full] }) =>
      number === '0x1' && full === true ? { body: result(id) } : undefined
  }

  it.each<[what: string, result: string, problem: RegExp]>([
    ['bytes', text(1_000_000), /the response has more than 1000000 bytes/],
    ['values', `[${'{},'.repeat(200_000)}{}]`, /the response: it has more than 100000 values/],
    [
      'lists',
      '['.repeat(600) + ' '.repeat(1000) + ']'.repeat(600),
      /the response: it is nested too deeply/,
    ],
  ])('is refused: %s', async (_, result, problem) => {
    respondWith((id) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`)
    expect(await refusal({ answerBytes: 1_000_000 })).toMatch(problem)
    expect(existsSync(folder)).toBe(false)
  })

  it.each<[what: string, message: string]>([
    ['an object instead of a string', '{"toString":1}'],
    ['nested lists', '['.repeat(400) + ']'.repeat(400)],
    ['nothing', 'null'],
  ])('is quoted in one line when it has an error with %s', async (_, message) => {
    respondWith((id) => `{"jsonrpc":"2.0","id":${id},"error":{"code":-1,"message":${message}}}`)
    expect(await refusal()).toMatch(/: error -1: /)
  })

  it('for a large block is requested again when no other large block is being read', async () => {
    const padded = (block: Record<string, unknown>) =>
      Object.assign(block, { pad: 'x'.repeat(5e6) })
    const change = (answer: string) => {
      const parsed = JSON.parse(answer)
      return JSON.stringify({ ...parsed, result: padded(parsed.result) })
    }
    node.fault = ({ params: [, full] }) => (full === true ? { change } : undefined)
    expect(await record()).toMatchObject({ blocks: 2, reused: 0 })
    expect(requestCount('eth_getBlockByNumber')).toBe(2)
  })

  it('without block receipts causes no more receipt requests than a block may have', async () => {
    node.fault = ({ id, method }) => {
      const answer = { jsonrpc: '2.0', id }
      if (method === 'eth_getBlockReceipts') {
        return { body: JSON.stringify({ ...answer, error: { code: -32601, message: 'no' } }) }
      }
      if (method !== 'eth_getTransactionReceipt') return undefined
      return { body: JSON.stringify({ ...answer, result: { pad: 'x'.repeat(60_000) } }) }
    }
    expect(await refusal({ answerBytes: 100_000, concurrency: 1 })).toBe(
      'block 1: receipts: more than 100000 bytes in total',
    )
  })
})

describe('the folder of an earlier run', () => {
  const begin = async () => {
    node.fault = ({ params: [number] }) =>
      number === '0x2' ? { status: 400, body: '' } : undefined
    await refusal({ concurrency: 1 })
    node.fault = () => undefined
    return join(`${folder}.recording`, 'chain/1')
  }

  it('is refused by file name when a file is a pipe', async () => {
    const left = await begin()
    makePipe(join(left, 'block.json'))
    expect(await refusal()).toBe(`${left}: it is not a regular file`)
  })

  it('is read again when it has too many uncles or values', async () => {
    const left = await begin()
    mkdirSync(join(left, 'uncles'), { recursive: true })
    for (let index = 0; index < 3; index++)
      writeFileSync(join(left, 'uncles', `${index}.json`), '{}')
    expect(await record()).toMatchObject({ blocks: 2, reused: 0 })
  })

  it('is refused when a file is larger than a response may be', async () => {
    const left = await begin()
    truncateSync(join(left, 'receipts.json'), 2_000_001)
    expect(await refusal({ answerBytes: 2_000_000 })).toBe(
      `${left}: it has more than 2000000 bytes`,
    )
  })

  it('is left unchanged when its plan is invalid', async () => {
    await begin()
    const plan = join(`${folder}.recording`, 'recording.json')
    writeFileSync(plan, JSON.stringify({ version: 1, from: 0, to: 2 ** 32 }))
    expect(await refusal()).toContain('not an interrupted recording')
    makePipe(plan)
    expect(await refusal()).toContain('not an interrupted recording')
  })
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../src/chain/accounts.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { RecordError } from '../../src/record/recordError.ts'
import { recordChain } from '../../src/recordChain.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import {
  type AskedOfNode,
  type Fault,
  type FaultyNode,
  startFaultyNode,
} from '../support/faultyNode.ts'
import { expectedFiles, filesOf } from '../support/recordings.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { post, request } from '../support/transports.ts'

const HEAD = 8
const parent = temporaryFolder()
let node: FaultyNode
let folder: string
let count = 0
const finality = { safe: 2, finalized: 6 }
const chain = await createChain({
  seed: 'recorded',
  blocks: HEAD,
  preset: 'pow',
  finality,
  transactionsPerBlock: [1, 3],
})
const server = await serve(chain, { port: 0 })
server.endpoint('geth', { dialect: 'geth' })
/** the same chain without total difficulties, and with the chain id in every transaction */
const gethUrl = server.url.replace('/dev', '/geth')
const expected = await expectedFiles(server.url, 0, HEAD)
// Without them the tests would not cover them.
expect(Object.keys(expected)).toContainEqual(expect.stringContaining('/uncles/'))
afterAll(() => server.close())
beforeEach(async () => {
  node = await startFaultyNode(server.url)
  folder = join(parent, String(count++))
  return () => node.close()
})

function record(options: Partial<Parameters<typeof recordChain>[1]> = {}) {
  return recordChain(node.url, { from: 0, to: HEAD, folder, clock: fakeClock(), ...options })
}

function recorded(): Record<string, string> {
  const { 'manifest.json': _, ...blocks } = filesOf(folder)
  return blocks
}

function manifest() {
  return JSON.parse(filesOf(folder)['manifest.json'] ?? '')
}

const isFullBlock = (asked: AskedOfNode, number: number) =>
  asked.method === 'eth_getBlockByNumber' &&
  asked.params[0] === `0x${number.toString(16)}` &&
  asked.params[1] === true

/** Changes to a response that leave it well-formed but describe another block. */
const changes: [field: string, change: (answer: string) => string][] = [
  ['hash', (answer) => answer.replace(/"hash":"0x../, '"hash":"0x99')],
  ['hash', (answer) => answer.replace(/"miner":"0x../, '"miner":"0x99')],
  ['number', (answer) => answer.replace('"number":"0x7"', '"number":"0x8"')],
  [
    'transactionsRoot',
    (answer) => answer.replace(/"transactionsRoot":"0x../, '"transactionsRoot":"0x99'),
  ],
  [
    'transactions[0].blockHash',
    (answer) => answer.replace(/"blockHash":"0x../, '"blockHash":"0x99'),
  ],
]

describe('recordChain', () => {
  it('writes the responses of the node verbatim, with their source', async () => {
    const progress: number[] = []
    const onProgress = (done: number, wanted: number) => {
      expect(wanted).toBe(HEAD + 1)
      progress.push(done)
    }
    const { hash } = chain.tree.head
    const head = { number: HEAD, hash }
    const recording = await record({ to: 'latest', onProgress })
    expect(recording).toEqual({ folder, blocks: HEAD + 1, reused: 0, head })
    expect(recorded()).toEqual(expected)
    expect(progress).toEqual(Array.from({ length: HEAD + 1 }, (_, index) => index + 1))
    expect(manifest()).toMatchObject({
      format: 'json',
      formatVersion: 1,
      seed: null,
      chainId: chain.chainId,
      dialect: null,
      from: 0,
      to: HEAD,
      totalDifficultyBefore: '0x0',
      head,
      tags: {
        latest: head,
        earliest: { number: 0 },
        safe: { number: 6 },
        finalized: { number: 2 },
      },
      finality: { safe: 2, finalized: 6 },
    })
  })

  it('writes a part of a chain, with the state of the chain before it', async () => {
    await record({ from: 3, to: 'safe', concurrency: 1 })
    expect(recorded()).toEqual(await expectedFiles(server.url, 3, 6))
    const before = chain.blockByNumber(2)?.totalDifficulty.toString(16)
    expect(manifest()).toMatchObject({
      from: 3,
      to: 6,
      totalDifficultyBefore: `0x${before}`,
      tags: { safe: { number: 6 }, finalized: null },
      finality: { safe: 0, finalized: 4 },
    })
  })

  it('writes a recording that can be loaded and served with the responses of the node', async () => {
    await record({ from: 2 })
    const loaded = await serve(await loadChain(folder), { port: 0 })
    expect(await expectedFiles(loaded.url, 2, HEAD)).toEqual(
      await expectedFiles(server.url, 2, HEAD),
    )
    for (const tag of ['latest', 'safe', 'finalized']) {
      const body = request('eth_getBlockByNumber', [tag, true])
      const [replayed, original] = await Promise.all([
        post(loaded.url, body),
        post(server.url, body),
      ])
      expect(await replayed.text()).toBe(await original.text())
    }
    await loaded.close()
  })

  it('keeps unknown fields, and numbers beyond the range of a double', async () => {
    const foreign = '"l1Fee":12345678901234567890.50, "z":{"b":1,"2":[ ],"1":"\\u00e9"}'
    const extend = (text: string) => text.replaceAll('"size":', `${foreign},"size":`)
    node.fault = () => ({ change: extend })
    await record()
    const all = Object.entries(expected).map(([path, text]) => [path, extend(text)])
    expect(recorded()).toEqual(Object.fromEntries(all))
    expect(recorded()['3/block.json']).toContain(foreign)
  })

  it('records the same despite any transient faults', async () => {
    const fault: fc.Arbitrary<Fault | undefined> = fc.constantFrom<Fault | undefined>(
      undefined,
      { status: 429, headers: { 'retry-after': '2' }, body: '' },
      { status: 500, body: '<html>' },
      { status: 200, body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32005}}' },
      { change: (answer) => answer.slice(0, -1) },
      { change: (answer) => answer.replace(/"id":\d+/, '"id":0') },
      { change: (answer) => answer.replace(/"result":.*/, '"result":null}') },
      'reset',
      'cutOff',
    )
    const property = fc.asyncProperty(fc.array(fault, { maxLength: 40 }), async (faults) => {
      folder = join(parent, String(count++))
      const { length } = node.asked
      // The first request only checks that the node responds.
      node.fault = ({ method, params: [tag] }) =>
        tag === 'latest' || method === 'eth_chainId'
          ? undefined
          : faults[node.asked.length - length - 2]
      // Requests for tags may be answered with null.
      await record({ tries: 50 })
      expect(recorded()).toEqual(expected)
    })
    await fc.assert(property, { numRuns: 6 })
  })

  it.each(changes)('reads a block again when a bad replica changed its %s', async (_, change) => {
    node.fault = (asked) => (isFullBlock(asked, 7) && asked.times === 1 ? { change } : undefined)
    await record({ from: 6 })
    expect(expected).toMatchObject(recorded())
    expect(node.asked.filter((asked) => isFullBlock(asked, 7))).toHaveLength(2)
  })

  it.each(changes)('refuses a block whose %s stays changed', async (field, change) => {
    node.fault = (asked) => (isFullBlock(asked, 7) ? { change } : undefined)
    await expect(record({ from: 6 })).rejects.toMatchObject({
      code: 'CANNOT_RECORD',
      block: 7,
      field,
    })
    expect(node.asked.filter((asked) => isFullBlock(asked, 7))).toHaveLength(2)
  })

  it('checks that total difficulties add up', async () => {
    const change = (answer: string) =>
      answer.replace(/"totalDifficulty":"0x./, '"totalDifficulty":"0xf')
    node.fault = (asked) => (isFullBlock(asked, 7) && asked.times === 1 ? { change } : undefined)
    await record({ from: 6 })
    node.fault = (asked) => (isFullBlock(asked, 7) ? { change } : undefined)
    const failure = { code: 'CANNOT_RECORD', field: 'totalDifficulty' }
    await expect(record({ from: 6 })).rejects.toMatchObject({ ...failure, block: 7 })
    // The total difficulty of the first block can be checked only against that of the second.
    folder = `${folder}-first`
    await expect(record({ from: 7 })).rejects.toMatchObject({ ...failure, block: 8 })
    node.fault = () => undefined
    await record({ from: 7 })
    expect(recorded()).toEqual(await expectedFiles(server.url, 7, HEAD))
  })

  it('keeps and serves a wrong size, which no hash covers', async () => {
    const change = (answer: string) => answer.replace(/"size":"\w+"/, '"size":"0x1"')
    node.fault = (asked) => (isFullBlock(asked, 7) ? { change } : undefined)
    await record({ from: 6 })
    const loaded = await serve(await loadChain(folder), { port: 0 })
    const { '7/block.json': block, ...others } = await expectedFiles(loaded.url, 6, HEAD)
    expect(block).toBe(change(expected['7/block.json'] as string))
    expect(expected).toMatchObject(others)
    await loaded.close()
  })

  it('refuses receipts and uncles of another block', async () => {
    const withUncle = Object.keys(expected).find((path) => path.includes('/uncles/')) as string
    const number = Number(withUncle.split('/')[0])
    const height = `0x${number.toString(16)}`
    const change = (answer: string) =>
      answer.replaceAll(/"(blockHash|stateRoot)":"0x../g, '"$1":"0x99')
    node.fault = ({ method }) => (method === 'eth_getBlockReceipts' ? { change } : undefined)
    const receipt = 'receipts[0].blockHash'
    await expect(record()).rejects.toMatchObject({ code: 'CANNOT_RECORD', field: receipt })
    node.fault = ({ method, params: [block] }) =>
      method.startsWith('eth_getUncle') && block === height ? { change } : undefined
    await expect(record()).rejects.toMatchObject({ block: number, field: 'uncles[0]' })
  })

  it('records a changed block without verification', async () => {
    const [, change] = changes[1] as (typeof changes)[number]
    node.fault = (asked) => (isFullBlock(asked, 7) ? { change } : undefined)
    await record({ verify: false })
    const path = '7/block.json'
    expect(recorded()).toEqual({ ...expected, [path]: change(expected[path] as string) })
  })

  it('never records blocks that do not form a chain', async () => {
    const change = (answer: string) => answer.replace(/"parentHash":"0x../, '"parentHash":"0x99')
    node.fault = (asked) => (isFullBlock(asked, 7) ? { change } : undefined)
    await expect(record({ verify: false })).rejects.toMatchObject({
      code: 'CANNOT_RECORD',
      block: 7,
      field: 'parentHash',
    })
  })

  it('takes the chain id from transactions when the node does not report it', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'
    node.upstream = gethUrl
    node.fault = ({ method }) => (method === 'eth_chainId' ? { body } : undefined)
    await record()
    expect(manifest().chainId).toBe(chain.chainId)
  })

  it('names the option to use when the chain id is needed but unknown', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'
    const typedOnly = await createChain({ blocks: 1, preset: 'latest' })
    await typedOnly.build(1, async (block) => {
      const [from, to] = typedOnly.accounts as [Account, Account]
      await block.add({ from, to: to.address })
    })
    const served = await serve(typedOnly, { port: 0 })
    node.upstream = served.url
    const change = (answer: string) => answer.replaceAll(/"chainId":"\w+",/g, '')
    node.fault = ({ method }) => (method === 'eth_chainId' ? { body } : { change })
    const range = { from: 2, to: 2 }
    const field = 'transactions[0].chainId'
    await expect(record(range)).rejects.toMatchObject({ code: 'CANNOT_RECORD', field })
    await record({ ...range, chainId: typedOnly.chainId, restart: true })
    expect(manifest().chainId).toBe(typedOnly.chainId)
    await served.close()
  })

  it('states tags and earlier total difficulty only as the node does', async () => {
    node.fault = ({ params: [tag] }) => {
      if (tag === 'safe') return { body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32602}}' }
      if (tag === 'finalized')
        return { change: (text) => text.replace(/"result":.*/, '"result":null}') }
      return undefined
    }
    node.upstream = gethUrl
    await record({ from: 3 })
    expect(manifest()).toMatchObject({
      totalDifficultyBefore: null,
      tags: { safe: null, finalized: null },
      finality: { safe: null, finalized: null },
    })
    await expect(record({ to: 'safe' })).rejects.toMatchObject({ code: 'CANNOT_RECORD' })
  })

  describe.each([-32601, -32004, -32700])('given error %i for an unknown method', (code) => {
    const body = `{"jsonrpc":"2.0","id":1,"error":{"code":${code},"message":"no such method"}}`

    it('requests receipts one by one', async () => {
      node.fault = ({ method }) => (method === 'eth_getBlockReceipts' ? { body } : undefined)
      await record()
      expect(recorded()).toEqual(expected)
    })

    it('refuses a node that serves no receipts', async () => {
      node.fault = ({ method }) => (method.includes('Receipt') ? { body } : undefined)
      await expect(record()).rejects.toMatchObject({ code: 'CANNOT_RECORD' })
    })
  })

  it('refuses a node that has no receipts for a block after all retries', async () => {
    node.fault = ({ method, params: [number] }) =>
      method === 'eth_getBlockReceipts' && number === '0x4'
        ? { change: (answer) => answer.replace(/"result":.*/, '"result":null}') }
        : undefined
    await expect(record({ tries: 5 })).rejects.toMatchObject({
      code: 'RPC_REQUEST_FAILED',
      method: 'eth_getBlockReceipts',
      params: ['0x4'],
    })
    const { method, params } = { method: 'eth_getBlockReceipts', params: ['0x4'] }
    const asked = node.asked.filter(
      (each) => each.method === method && each.params[0] === params[0],
    )
    expect(asked).toHaveLength(5)
  })

  it.each([
    [{ to: HEAD + 1 }],
    [{ from: 5, to: 4 }],
    [{ from: 7, to: 'safe' as const }],
    [{ from: -1 }],
    [{ from: 1.5 }],
    [{ to: 'pending' as 'latest' }],
    [{ concurrency: 0 }],
    [{ chainId: 1 }],
    [{ headers: ['none'] }],
    [{ folder: undefined as never }],
  ])('refuses %j', async (options) => {
    await expect(record(options)).rejects.toMatchObject({ code: 'CANNOT_RECORD' })
  })

  it('refuses to record without options', async () => {
    await expect(recordChain(node.url, undefined as never)).rejects.toThrow(RecordError)
  })

  it.each<[string, object]>([
    ['no block', { number: '0x0' }],
    ['invalid transactions', { number: '0x0', transactions: [null, 7] }],
  ])('refuses %s in one line', async (_, answer) => {
    node.fault = ({ method, params: [block], id }) =>
      method === 'eth_getBlockByNumber' && block === '0x0'
        ? { body: JSON.stringify({ jsonrpc: '2.0', id, result: answer }) }
        : undefined
    await expect(record({ chainId: chain.chainId })).rejects.toThrow(RecordError)
  })

  it('refuses a range that is implausibly long', async () => {
    node.fault = ({ id }) => {
      const result = { number: '0xffffffffff', hash: `0x${'11'.repeat(32)}` }
      return { body: JSON.stringify({ jsonrpc: '2.0', id, result }) }
    }
    await expect(record({ to: 'latest' })).rejects.toThrow(/^to: latest \(1099511627775\) cannot/)
    expect(existsSync(`${folder}.recording`)).toBe(false)
  })

  it('sends its headers with every request', async () => {
    await record({ to: 1, headers: ['X-Api-Key: abc', 'Authorization: Bearer x'] })
    for (const { headers } of node.asked) {
      expect(headers).toMatchObject({ 'x-api-key': 'abc', authorization: 'Bearer x' })
    }
  })
})

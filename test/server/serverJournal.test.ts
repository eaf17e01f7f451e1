import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256 } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { type ChainSpec, TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { type Entry, entryFromJson, entryToJson } from '../../src/log/entry.ts'
import { crc32 } from '../../src/primitives/crc32.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { callMethod } from '../support/callMethod.ts'
import { killRemaining, startCli } from '../support/runCli.ts'
import { until } from '../support/until.ts'

const alice = mnemonicToAccount(TEST_MNEMONIC)

const SPEC = {
  seed: 'journal',
  chainId: 31_337,
  mnemonic: TEST_MNEMONIC,
  blocks: 6,
  preset: 'latest',
} as const satisfies ChainSpec

let folder: string
let path: string
const open: Server[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ommer-journal-'))
  path = join(folder, 'journal')
})
afterAll(killRemaining)
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
  await rm(folder, { recursive: true })
})

async function start(options: ServeOptions = {}, spec: ChainSpec = SPEC): Promise<Server> {
  const server = await serve(await createChain(spec), { port: 0, journal: path, ...options })
  open.push(server)
  return server
}

/** A server that begins where another one has ended. */
async function restart(server: Server, options: ServeOptions = {}): Promise<Server> {
  await server.close()
  return start(options)
}

const sign = (nonce: number): Promise<Hex> =>
  alice.signTransaction({
    chainId: 31_337,
    nonce,
    to: alice.address,
    gas: 21_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 9n,
  })

const send = async (server: Server, nonce: number): Promise<Hex> => {
  const params = [await sign(nonce)]
  return (await server.request({ method: 'eth_sendRawTransaction', params })) as Hex
}

describe('a server with a journal', () => {
  it('has its endpoints where the moves of an earlier one left them', async () => {
    const first = await start({ apiKeys: ['a', 'b'] })
    await first.mine(3)
    await first.reorg({ depth: 2 })
    const lagging = first.endpoint('lagging', { lag: { behind: 'a', blocks: 1 } })
    await first.endpoint('b').rollback(2)
    first.setFaults([
      { methods: ['eth_chainId'], fault: { kind: 'error', code: -32000, message: 'down' } },
    ])
    const heads = [first, first.endpoint('b'), lagging].map(({ head }) => head)
    const second = await restart(first, { apiKeys: ['a', 'b'] })
    expect(second.head).toEqual(heads[0])
    expect(second.endpoint('b').head).toEqual(heads[1])
    const again = second.endpoint('lagging', { lag: { behind: 'a', blocks: 1 } })
    expect(again.head).toEqual(heads[2])
    await expect(second.request({ method: 'eth_chainId' })).rejects.toThrow('down')
  })

  it('has the transactions that were sent, in blocks and in the pool', async () => {
    const dev = { dev: true, clock: 'wall' } as const
    const first = await start(dev)
    const mined = await send(first, 0)
    await first.setAutomine(false)
    const pooled = await send(first, 1)
    await first.setBalance(alice.address.toLowerCase() as Hex, 10n ** 30n)
    const second = await restart(first, dev)
    expect(second.head).toEqual(first.head)
    for (const [hash, blockNumber] of [
      [mined, '0x7'],
      [pooled, null],
    ] as const) {
      const found = await second.request({ method: 'eth_getTransactionByHash', params: [hash] })
      expect(found).toMatchObject({ hash, blockNumber })
    }
    const balance = { method: 'eth_getBalance', params: [alice.address, 'latest'] }
    expect(BigInt((await second.request(balance)) as Hex)).toBe(10n ** 30n)
    await second.mine()
    expect(second.head.number).toBe(8)
  })

  it('has the blocks on both sides of Amsterdam, with their access lists', async () => {
    const spec = { ...SPEC, forks: { bpo2: 0, paris: 0, amsterdam: 8 } }
    const dev = { dev: true, clock: 'wall' } as const
    const first = await start(dev, spec)
    await first.mine(1)
    await first.reorg({ depth: 2 })
    for (const nonce of [0, 1]) await send(first, nonce)
    const ask = (server: Server, method: string, ...params: unknown[]) =>
      server.request({ method, params })
    const number = `0x${first.head.number.toString(16)}`
    const list = await ask(first, 'eth_getBlockAccessList', number)
    expect(list).toContainEqual(expect.objectContaining({ address: alice.address.toLowerCase() }))
    await first.close()
    const second = await start(dev, spec)
    expect(second.head).toEqual(first.head)
    expect(await ask(second, 'eth_getBlockAccessList', number)).toEqual(list)
    await expect(ask(second, 'eth_getBlockAccessList', '0x7')).rejects.toThrow('Resource not found')
  })

  it.each(['poolTransactions', 'poolBytes'] as const)(
    'is not started with another %s, with which a full pool would drop other transactions',
    async (limit) => {
      const first = await start({ dev: true, limits: { [limit]: 10_000 } })
      await first.setAutomine(false)
      for (const nonce of [0, 1, 2]) await send(first, nonce)
      const status = await first.request({ method: 'txpool_status' })
      await first.close()
      await expect(start({ dev: true, limits: { [limit]: 2 } })).rejects.toThrow(
        `${path}: the server that began it had ${limit} 10000, this one has 2 (--limit ${limit})`,
      )
      const second = await start({ dev: true, limits: { [limit]: 10_000 } })
      expect(await second.request({ method: 'txpool_status' })).toEqual(status)
      expect(status).toEqual({ pending: '0x3', queued: '0x0' })
    },
  )

  it('is started again where a thread has run a transaction, though nothing else keeps it alive', async () => {
    const common = ['--json', '--port', '0', '--dev', '--preset', 'latest', '--blocks', '6']
    const run = async () => {
      const cli = await startCli([...common, '--journal', path], /"event":"ready"/)
      const { http } = JSON.parse(cli.announced) as { http: string }
      return { cli, http }
    }
    const first = await run()
    // It loops until it has no gas left, which is too much work for the main thread.
    const transaction = { from: alice.address, data: '0x5b600056', gas: '0x400000' }
    const hash = await callMethod<Hex>(first.http, 'eth_sendTransaction', transaction)
    await first.cli.stop('SIGTERM')
    const second = await run()
    const found = await callMethod(second.http, 'eth_getTransactionByHash', hash)
    expect(found).toMatchObject({ hash, blockNumber: '0x7' })
    expect(await second.cli.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  })

  it('has no more blocks than a transaction was mined with before its server was closed', async () => {
    const dev = { dev: true, clock: 'wall', automine: false } as const
    const first = await start(dev)
    await first.setBlockGasLimit(42_000n)
    for (const nonce of [0, 1, 2, 3]) await send(first, nonce)
    await first.setAutomine(true)
    await send(first, 4)
    expect(first.head.number).toBe(9)
    const params = ['0x8', false]
    const block = await first.request({ method: 'eth_getBlockByNumber', params })
    const { hash } = block as { hash: Hex }
    await first.close()
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    const entry = entryFromJson(lines.at(-1)?.slice(9) as string)
    const json = entryToJson({ ...entry, end: { number: 8, hash } } as Entry)
    const sum = crc32(Buffer.from(json)).toString(16).padStart(8, '0')
    await writeFile(path, [...lines.slice(0, -1), `${sum} ${json}`, ''].join('\n'))
    const second = await start(dev)
    expect(second.head).toEqual({ number: 8, hash })
    const status = await second.request({ method: 'txpool_status' })
    expect(status).toEqual({ pending: '0x1', queued: '0x0' })
  })

  it('follows the chain as far as it had grown', async () => {
    const chain = await createChain(SPEC)
    const first = await serve(chain, { port: 0, journal: path })
    open.push(first)
    await chain.extend(3)
    const second = await restart(first)
    expect(second.head).toEqual(first.head)
    expect(second.head.number).toBe(9)
  })

  it('lets no timer mine blocks before its changes were made again', async () => {
    const dev = { dev: true, clock: 'wall', miningInterval: 0.002 } as const
    const first = await start(dev)
    for (let count = 0; count < 20; count++) await first.reorg({ depth: 1 })
    await until(() => first.head.number > 40)
    const second = await restart(first, dev)
    const { number, hash } = first.head
    const params = [`0x${number.toString(16)}`, false]
    const found = await second.request({ method: 'eth_getBlockByNumber', params })
    expect(found).toMatchObject({ hash })
    await until(() => second.head.number > number)
  })

  it('has the endpoints that others lag behind, though clients have only read from them', async () => {
    const options = { anyKey: true, dev: true }
    const first = await start(options)
    const lag = (behind: string) => ({ behind, blocks: 1 })
    first.endpoint('one')
    for (const key of ['three', 'four']) {
      await callMethod(first.url.replace(/[^/]+$/, key), 'eth_blockNumber')
    }
    first.endpoint('behindThree', { lag: lag('three') })
    await first.endpoint('one').setLag(lag('four'))
    const second = await restart(first, options)
    expect(second.endpoint('behindThree', { lag: lag('three') }).head.number).toBe(5)
    expect(second.endpoint('one').head.number).toBe(5)
    await second.endpoint('four').mine(2)
    expect(second.endpoint('one').head.number).toBe(7)
  })

  it('writes nothing of an endpoint that could not be created, whose timer would have mined', async () => {
    const dev = { dev: true, clock: 'wall', miningInterval: 0.002 } as const
    const first = await start(dev)
    const lag = { behind: 'itself', blocks: 1 }
    expect(() => first.endpoint('itself', { lag })).toThrow("'itself' would be behind itself")
    expect(() => first.endpoint('itself', { head: 99 })).toThrow('there is no block 99')
    await until(() => first.head.number > 20)
    const { number } = first.head
    const second = await restart(first, dev)
    expect(second.head.number).toBeGreaterThanOrEqual(number)
  })

  it('is started again with a journal that is full', async () => {
    const options = { apiKeys: ['a', 'b'], limits: { journalBytes: 4000 } }
    const first = await start(options)
    first.endpoint('other', { head: 3 })
    const fill = async () => {
      for (;;) await first.reorg({ depth: 1 })
    }
    await expect(fill()).rejects.toMatchObject({ code: 'JOURNAL_FULL' })
    const { head } = first
    const second = await restart(first, { ...options, limits: { journalBytes: 3000 } })
    expect(second.head).toEqual(head)
    expect(second.endpoint('other', { head: 3 }).head.number).toBe(3)
  })

  it('does not say that a key whose endpoint was closed is served', async () => {
    const args = ['--json', '--port', '0', '--blocks', '6', '--control', '--journal', path]
    const keys = ['--api-key', 'a', '--api-key', 'b']
    const run = async () => {
      const cli = await startCli([...args, ...keys], /"event":"ready"/)
      return { cli, ready: JSON.parse(cli.announced) as { http: string; endpoints: object[] } }
    }
    const first = await run()
    const control = first.ready.http.replace('/v3/', '/control/')
    expect(await callMethod(control, 'ommer_closeEndpoint', 'b')).toBe(null)
    await first.cli.stop('SIGTERM')
    const { cli, ready } = await run()
    expect(ready.endpoints).toEqual([expect.objectContaining({ key: 'a' })])
    const call = callMethod(ready.http.replace('/v3/a', '/v3/b'), 'eth_blockNumber')
    await expect(call).rejects.toThrow('invalid API key')
    await cli.stop('SIGTERM')
  })

  it('knows no endpoint that was closed', async () => {
    const first = await start()
    await first.endpoint('temporary').mine(2)
    await first.endpoint('temporary').close()
    const second = await restart(first)
    expect(second.endpoint('temporary').head.number).toBe(6)
  })

  it('has an endpoint that was closed and created again with other options', async () => {
    const apiKeys = ['a', 'b']
    const first = await start({ apiKeys })
    await first.endpoint('b').close()
    first.endpoint('b', { head: 3 })
    const second = await restart(first, { apiKeys })
    expect(second.endpoint('b').head.number).toBe(3)
  })

  it('is at a block of an endpoint that has followed it, and was closed', async () => {
    const first = await start({ dev: true, clock: 'simulated' })
    const lagging = first.endpoint('lagging', { lag: { behind: 'dev', blocks: 2 } })
    const params = [await sign(0)]
    await lagging.request({ method: 'eth_sendRawTransaction', params })
    await first.advanceTo(lagging.head.hash)
    await lagging.close()
    const second = await restart(first, { dev: true, clock: 'simulated' })
    expect(second.head).toEqual(first.head)
    expect(second.head.number).toBe(5)
  })

  it('finds no transaction by its hash that only a failed reorg has named', async () => {
    const dev = { dev: true, clock: 'simulated' } as const
    const first = await start(dev)
    const raw = await sign(0)
    const failing = first.reorg({ depth: 1, transactions: [[raw, await sign(7)]] })
    await expect(failing).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    const byHash = first.reorg({ depth: 1, transactions: [[keccak256(raw)]] })
    await expect(byHash).rejects.toMatchObject({ code: 'NO_SUCH_TRANSACTION' })
    await first.reorg({ depth: 1, transactions: [[raw]] })
    await first.rollback(2)
    const params = [keccak256(raw)]
    const second = await restart(first, dev)
    const found = await second.request({ method: 'eth_getTransactionByHash', params })
    expect(found).toMatchObject({ hash: keccak256(raw), blockNumber: null })
  })

  it('has a transaction for which no block could be mined', async () => {
    const dev = { dev: true, clock: 'simulated' } as const
    const first = await start(dev)
    const { hash } = first.head
    await first.rollback(5)
    const time = await first.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
    await first.setNextBlockTimestamp(Number((time as { timestamp: Hex }).timestamp) + 1)
    await first.advanceTo(hash)
    await expect(send(first, 0)).rejects.toThrow(/^block 7: timestamp \d+ is not from \d+ to/)
    const second = await restart(first, dev)
    const status = await second.request({ method: 'txpool_status' })
    expect(status).toEqual({ pending: '0x1', queued: '0x0' })
  })

  it('has not moved where an endpoint that it follows has, while a move failed', async () => {
    const dev = { dev: true, clock: 'simulated' } as const
    const first = await start(dev)
    const lag = { behind: 'dev', blocks: 1 }
    const lagging = first.endpoint('lagging', { lag })
    const transactions = [[], [await sign(7)]]
    const failing = lagging.reorg({ depth: 1, transactions })
    const [failed] = await Promise.allSettled([failing, first.mine(1)])
    expect(failed).toMatchObject({ reason: { code: 'INVALID_OPTION' } })
    const second = await restart(first, dev)
    await second.mine()
    expect(second.endpoint('lagging', { lag }).head.number).toBe(7)
  })

  it('is followed by an endpoint that was created behind its other key', async () => {
    const first = await start()
    const lag = { behind: 'geth', blocks: 1 }
    const lagging = first.endpoint('lagging', { lag })
    await first.mine()
    lagging.snapshot()
    await first.mine()
    const second = await restart(first)
    await second.mine()
    expect(second.endpoint('lagging', { lag }).head.number).toBe(8)
  })
})

describe('a journal is refused', () => {
  const cases: [string, ServeOptions, ChainSpec, string][] = [
    [
      'another seed',
      {},
      { ...SPEC, seed: 'other' },
      "the chain that it was begun for has seed 'journal', this one has 'other' (--seed)",
    ],
    [
      'other options',
      { dev: true },
      SPEC,
      'the server that began it had dev false, this one has true (--dev)',
    ],
  ]
  it.each(cases)('with %s', async (_, options, spec, problem) => {
    const first = await start()
    await first.mine()
    await first.close()
    await expect(start(options, spec)).rejects.toMatchObject({
      code: 'JOURNAL_OF_OTHER_CHAIN',
      message: `${path}: ${problem}`,
    })
  })

  it('while another server uses it', async () => {
    const first = await start()
    await expect(start()).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
    expect(await readdir(folder)).toEqual(['journal', 'journal.lock'])
    await first.mine()
  })

  it('if the server cannot listen: one that was there stays as it was', async () => {
    const first = await start()
    const port = Number(new URL(first.url).port)
    await first.close()
    const before = await readFile(path)
    const other = await serve(await createChain({ blocks: 1 }), { port })
    open.push(other)
    const refused = { code: 'PORT_IN_USE' }
    await expect(start({ port })).rejects.toMatchObject(refused)
    expect(await readFile(path)).toEqual(before)
    // Nor is one left that was begun for nothing.
    await rm(path)
    await expect(start({ port })).rejects.toMatchObject(refused)
    expect(await readdir(folder)).toEqual([])
  })

  it('if one of its keys is not served', async () => {
    const first = await start({ apiKeys: ['a', 'b'] })
    await first.endpoint('b').mine()
    await first.close()
    await expect(start({ apiKeys: ['a'] })).rejects.toMatchObject({
      code: 'JOURNAL_MISMATCH',
      message: expect.stringContaining("the server has no endpoint 'b': add its key (--api-key)"),
    })
  })

  it('if a line in it is damaged', async () => {
    const first = await start()
    await first.mine()
    await first.mine()
    await first.close()
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace('"number":7', '"number":9'))
    await expect(start()).rejects.toMatchObject({
      code: 'JOURNAL_DAMAGED',
      message: `${path}: line 2: its checksum does not match: restore the file from a copy, or cut it off before that line`,
    })
  })

  it('if it is another file', async () => {
    await writeFile(path, '{"name":"package"}\n')
    await expect(start()).rejects.toMatchObject({
      message: `${path}: it is not a journal of ommer`,
    })
    expect(await readFile(path, 'utf8')).toBe('{"name":"package"}\n')
  })
})

import { describe, expect, it, onTestFinished } from 'vitest'
import type { Block, Transaction } from '../../src/chain/encoding/block.ts'
import type { ForkOptions } from '../../src/fork/forkOptions.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import type { AskedOfNode, Fault } from '../support/faultyNode.ts'
import { PIN, startLyingNetwork } from '../support/lyingNetwork.ts'
import { ask } from '../support/serving.ts'

// What altered balances, nonces, codes and headers lead to is in networkState.test.ts.

const lying = await startLyingNetwork()
const { network, server, token, pool, account, fork } = lying
const nobody = `0x${'ab'.repeat(20)}` as const
const supply = { to: token, data: '0x18160ddd' } as const

// biome-ignore lint/suspicious/noExplicitAny: answers of a node are changed in every way
type Json = any

async function start(options: Partial<ForkOptions> = {}) {
  const chain = await fork(options)
  const dev = await serve(chain, { port: 0, dev: true, dialect: 'geth', anyKey: true })
  onTestFinished(() => dev.close())
  return dev
}

/** Changes the results of a method, from now on. */
function lie(method: string, change: (result: Json, asked: AskedOfNode) => Json): void {
  lying.node.fault = (asked) => {
    if (asked.method !== method) return undefined
    return {
      change(answer) {
        const { result, ...envelope } = JSON.parse(answer)
        return JSON.stringify({ ...envelope, result: change(result, asked) })
      },
    }
  }
}

const upstream = (method: string, ...params: readonly unknown[]): Promise<Json> =>
  ask(server.endpoint('geth'), method, ...params)

const proofOf = (address: string, slots: readonly string[] = [], at = '0x1e') =>
  upstream('eth_getProof', address, slots, at)

/** Alters the last byte of a node of a proof. */
const altered = (bytes: string) => bytes.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))

describe('an account', () => {
  it.each<[what: string, change: (result: Json) => Json | Promise<Json>]>([
    ['absent, by the proof of an account that is', () => proofOf(nobody)],
    ['absent, with an empty proof', (result) => ({ ...result, balance: '0x0', accountProof: [] })],
    [
      'absent, with a proof that ends early',
      (result) => ({ ...result, accountProof: result.accountProof.slice(0, 1) }),
    ],
    ['that of an earlier block', () => proofOf(token, [], '0x14')],
    [
      'with an altered leaf',
      (result) => ({
        ...result,
        accountProof: result.accountProof.map((each: string, index: number, all: string[]) =>
          index === all.length - 1 ? altered(each) : each,
        ),
      }),
    ],
    [
      'with an altered branch',
      (result) => ({
        ...result,
        accountProof: [altered(result.accountProof[0]), ...result.accountProof.slice(1)],
      }),
    ],
    ['with accountProof: null', (result) => ({ ...result, accountProof: null })],
    ['with numbers as nodes', (result) => ({ ...result, accountProof: [1, 2] })],
    ['with half a byte', (result) => ({ ...result, accountProof: ['0xabc'] })],
    ['without a balance', ({ balance: _, ...result }) => result],
    ['with a text as the nonce', (result) => ({ ...result, nonce: 'one' })],
    ['as a list', () => []],
  ])('is not believed: %s', async (_, change) => {
    const chain = await fork()
    const truth = await proofOf(token)
    const said = await change(truth)
    lie('eth_getProof', () => said)
    await expect(chain.account(token)).rejects.toThrow(
      /^the forked network: (?:the proof of 0x\w+(?:: the proof has no node| has another|: the node has sent no)|.*no list of nodes)/,
    )
    lying.node.fault = () => undefined
    expect(await chain.account(token)).toEqual(await network.account(token, { at: PIN }))
  })

  it.each<[what: string, change: (result: Json) => Json]>([
    [
      'a node twice',
      (result) => ({
        ...result,
        accountProof: result.accountProof.flatMap((each: string) => [each, each]),
      }),
    ],
    [
      'nodes in another order',
      (result) => ({ ...result, accountProof: [...result.accountProof].reverse() }),
    ],
    [
      'nodes of nothing',
      (result) => ({ ...result, accountProof: ['0xc0', ...result.accountProof] }),
    ],
    [
      'hashes that nobody needs',
      (result) => ({ ...result, storageHash: `0x${'11'.repeat(32)}`, codeHash: '0x' }),
    ],
  ])('is right with what does no harm: %s', async (_, change) => {
    const chain = await fork()
    lie('eth_getProof', change)
    expect(await chain.account(pool)).toEqual(await network.account(pool, { at: PIN }))
    expect(await chain.call(supply)).toBe(await network.call(supply, { at: PIN }))
  })

  it('has no code of another contract', async () => {
    const chain = await fork()
    const code = await upstream('eth_getCode', pool, '0x1e')
    lie('eth_getCode', () => code)
    await expect(chain.account(token)).rejects.toThrow(
      /the code of 0x\w+ has hash 0x\w+ instead of/,
    )
  })
})

describe('a slot', () => {
  const change = (item: (each: Json) => Json) => (result: Json) => ({
    ...result,
    storageProof: result.storageProof.map(item),
  })

  it.each<[what: string, change: (result: Json, other: Json) => Json]>([
    ['absent, by an empty proof', change((each) => ({ ...each, value: '0x0', proof: [] }))],
    ['with proof: null', change((each) => ({ ...each, proof: null }))],
    ['with no value', change(({ value: _, ...each }) => each)],
    ['with an altered node', change((each) => ({ ...each, proof: each.proof.map(altered) }))],
    ['with the proof of another slot', (result, other) => ({ ...result, storageProof: other })],
    ['missing', (result) => ({ ...result, storageProof: [] })],
    ['with storageProof: null', (result) => ({ ...result, storageProof: null })],
    ['null', change(() => null)],
  ])('is not believed: %s', async (_, lieAbout) => {
    const chain = await fork()
    const absent = `0x${'77'.repeat(32)}`
    const { storageProof: other } = await proofOf(token, [absent])
    lie('eth_getProof', (result, { params }) =>
      (params[1] as string[]).length > 0 ? lieAbout(result, other) : result,
    )
    await expect(chain.call(supply)).rejects.toThrow(
      /^the forked network: (?:slot 0x\w+ of 0x\w+: the node has sent no|the proof of (?:slot )?0x\w+)/,
    )
    lying.node.fault = () => undefined
    expect(await chain.call(supply)).toBe(await network.call(supply, { at: PIN }))
  })
})

/** A block before the pinned one that has logs and several transactions. */
const rich = [...Array(20).keys()]
  .map((index) => network.blockByNumber(5 + index) as Block)
  .find(({ transactions, receipts }) => {
    return transactions.length > 2 && receipts.some(({ logs }) => logs.length > 1)
  }) as Block
const height = Number(rich.header.number)
const quantity = (number: number) => `0x${number.toString(16)}`

describe('an earlier block', () => {
  const receipts = 'eth_getBlockReceipts'
  const block = 'eth_getBlockByNumber'
  const withLogs = (list: Json[], change: (logs: Json[]) => Json[]) =>
    list.map((each) => (each.logs.length > 1 ? { ...each, logs: change(each.logs) } : each))
  const first = (list: Json[], change: (each: Json) => Json) => [change(list[0]), ...list.slice(1)]
  const transactions = (change: (list: Json[]) => Json[]) => (result: Json) => ({
    ...result,
    transactions: change(result.transactions),
  })

  it.each<[what: string, method: string, change: (result: Json) => Json, field: RegExp]>([
    [
      'an altered log',
      receipts,
      (list) =>
        withLogs(list, (logs) => first(logs, (log) => ({ ...log, data: altered(log.data) }))),
      /receiptsRoot|receipts/,
    ],
    ['an omitted log', receipts, (list) => withLogs(list, (logs) => logs.slice(1)), /receipts/],
    [
      'logs in another order',
      receipts,
      (list) => withLogs(list, (logs) => logs.toReversed()),
      /receipts/,
    ],
    [
      'an altered status',
      receipts,
      (list) => first(list, (each) => ({ ...each, status: each.status === '0x1' ? '0x0' : '0x1' })),
      /receipts/,
    ],
    ['an omitted receipt', receipts, (list) => list.slice(1), /receipts: /],
    ['receipts: null', receipts, () => null, /the result is null|receipts/],
    [
      'gas that no root covers',
      receipts,
      (list) => first(list, (each) => ({ ...each, gasUsed: '0x1' })),
      /receipts\[0\]\.gasUsed/,
    ],
    [
      'the hash of another transaction',
      receipts,
      (list) => first(list, (each) => ({ ...each, transactionHash: list[1].transactionHash })),
      /receipts\[0\]\.transactionHash/,
    ],
    [
      'an altered amount',
      block,
      transactions((list) => first(list, (each) => ({ ...each, value: '0x123456' }))),
      /transactions\[0\]\.hash/,
    ],
    [
      'another sender',
      block,
      transactions((list) => first(list, (each) => ({ ...each, from: nobody }))),
      /transactions\[0\]\.from/,
    ],
    ['an omitted transaction', block, transactions((list) => list.slice(1)), /receipts: /],
    ['transactions in another order', block, transactions((list) => list.toReversed()), /Root/],
    ['an altered time', block, (result) => ({ ...result, timestamp: '0x1' }), /hash/],
    [
      'an altered bloom',
      block,
      (result) => ({ ...result, logsBloom: altered(result.logsBloom) }),
      /logsBloom/,
    ],
    ['null', block, () => null, /null|number/],
    ['a text', block, () => 'no', /block|number|transactions/],
  ])('is not believed: %s', async (_, method, change, field) => {
    const dev = await start()
    lie(method, (result, { params }) => (params[0] === quantity(height) ? change(result) : result))
    const asked = ['eth_getBlockByNumber', quantity(height), true] as const
    const error: Error = await ask(dev, ...asked).then(
      () => expect.fail('it was believed'),
      (reason) => reason,
    )
    expect(error.message).toMatch(/^the forked network: /)
    expect(error.message).toMatch(field)
    expect(error.message).not.toContain('\n')
    // No search returns less than there is.
    const range = { fromBlock: quantity(height - 1), toBlock: quantity(height + 1) }
    await expect(ask(dev, 'eth_getLogs', range)).rejects.toThrow('the forked network')
    lying.node.fault = () => undefined
    expect(await ask(dev, 'eth_getLogs', range)).toEqual(await upstream('eth_getLogs', range))
  })

  it('is not believed: another one under its number', async () => {
    const dev = await start()
    const other = await upstream('eth_getBlockByNumber', quantity(height - 1), true)
    lie('eth_getBlockByNumber', () => other)
    await expect(ask(dev, 'eth_getBlockByNumber', quantity(height), true)).rejects.toThrow(
      'the forked network: ',
    )
  })

  it('is not found by the hash of a transaction of another one', async () => {
    const dev = await start()
    const { hash } = rich.transactions[0] as Transaction
    lie('eth_getTransactionByHash', (result) => ({ ...result, blockNumber: quantity(height - 1) }))
    expect(await ask(dev, 'eth_getTransactionReceipt', hash)).toBeNull()
  })
})

describe('a node that does not do its work', () => {
  const error = (code: number, message: string) => (asked: AskedOfNode) => ({
    body: JSON.stringify({ jsonrpc: '2.0', id: asked.id, error: { code, message } }),
  })

  it.each<[what: string, fault: (asked: AskedOfNode) => Fault, problem: RegExp]>([
    ['is rate-limited for good', () => ({ status: 429, body: 'slow down' }), /HTTP 429.*tried 5/],
    ['says so in JSON', error(-32005, 'limit exceeded'), /error -32005: limit exceeded.*tried 5/],
    ['is out of order', () => ({ status: 503, body: '<html>' }), /HTTP 503.*tried 5 times/],
    [
      'has no state any more',
      error(-32000, 'missing trie node'),
      /error -32000: missing trie node$/,
    ],
    [
      'does not have the pinned block any more',
      error(-32000, 'header for hash not found'),
      /header for hash not found$/,
    ],
    ['answers others', ({ id }) => ({ body: `{"id":${id + 1},"result":"0x"}` }), /another request/],
    ['sends nothing', () => ({ body: '' }), /not a JSON-RPC response: \(empty\)/],
    ['sends half of it', () => 'cutOff', /tried 5 times/],
    ['has moved', () => ({ status: 302, headers: { location: '/' }, body: '' }), /has moved/],
  ])('fails what needs it, and nothing else: it %s', async (_, fault, problem) => {
    const dev = await start()
    const other = dev.endpoint('other')
    await ask(dev, 'eth_getBalance', account, 'latest')
    lying.node.fault = fault
    await expect(ask(dev, 'eth_getBalance', pool, 'latest')).rejects.toThrow(
      /^the forked network: eth_get\w+\(/,
    )
    await expect(ask(dev, 'eth_getBalance', pool, 'latest')).rejects.toThrow(problem)
    expect(await ask(other, 'eth_getBalance', account, 'latest')).toBe(
      await upstream('eth_getBalance', account, '0x1e'),
    )
    expect(await ask(other, 'eth_getBlockByNumber', 'latest', false)).toMatchObject({
      number: '0x1e',
    })
    lying.node.fault = () => undefined
    expect(await ask(dev, 'eth_getBalance', pool, 'latest')).toBe(
      await upstream('eth_getBalance', pool, '0x1e'),
    )
  })

  it('is asked again when it says so', async () => {
    const clock = fakeClock()
    const dev = await start({ clock })
    lying.node.fault = ({ times }) =>
      times === 1 ? { status: 429, headers: { 'retry-after': '7' }, body: '' } : undefined
    expect(await ask(dev, 'eth_getBalance', pool, 'latest')).toBe(
      await upstream('eth_getBalance', pool, '0x1e'),
    )
    expect(clock.waits).toContain(7000)
  })

  it('does not hold up others while it says nothing', async () => {
    const clock = fakeClock()
    const dev = await start({ clock, retries: 0 })
    const other = dev.endpoint('other')
    const balance = await ask(dev, 'eth_getBalance', account, 'latest')
    let asked = () => {}
    const silent = new Promise<void>((resolve) => {
      asked = resolve
    })
    lying.node.fault = () => {
      asked()
      return 'silence'
    }
    const waiting = ask(dev, 'eth_getBalance', pool, 'latest')
    await silent
    expect(await ask(dev, 'eth_getBalance', account, 'latest')).toBe(balance)
    await other.setBalance(account, 5n)
    expect(await ask(other, 'eth_getBalance', account, 'latest')).toBe('0x5')
    clock.expire()
    await expect(waiting).rejects.toThrow(/no complete response within 30000 ms/)
  })
})

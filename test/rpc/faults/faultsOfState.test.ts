import { beforeEach, describe, expect, test } from 'vitest'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { wholeResults } from '../../../src/faults/corrupt/wholeResult.ts'
import type { Fault } from '../../../src/faults/fault.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import { methodsOpenTo } from '../../../src/rpc/faults/openMethods.ts'
import { methodNames } from '../../../src/rpc/methods/methodRegistry.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { serveForTests } from '../../support/serving.ts'
import { ways } from '../../support/ways.ts'

const HEAD = 12

const spec = { seed: 'faults of state', blocks: HEAD, preset: 'pow' } as const
const { server, chain, ask: right } = await serveForTests(spec, { callTimeout: 0 })

let count = 0
let endpoint: ServedEndpoint
beforeEach(() => {
  endpoint = server.endpoint(`state-${count++}`, { dialect: 'geth' })
})

const hex = (number: number) => `0x${number.toString(16)}`
const block = (number: number) => chain.blockByNumber(number) as Block

/** The miner of the head, whose balance differs after each of the newest blocks. */
const miner = () => block(HEAD).header.miner
/** Somebody who has sent a transaction in the head. */
const sender = () => (block(HEAD).transactions[0] as Block['transactions'][number]).from

/** Code that returns the number of the block in which it runs, and the balance of an account. */
const numberAndBalance = (address: string) => `0x4360005273${address.slice(2)}3160205260406000f3`

/** Code that reverts in this block, and returns 42 in all others. */
const revertsIn = (number: number) =>
  `0x4360${number.toString(16).padStart(2, '0')}14601157602a60005260206000f35b60006000fd`

const FORTY_TWO = `0x${'2a'.padStart(64, '0')}`

type Call = readonly [method: string, params: readonly unknown[]]

/** A call of each method about state that has another result after the block before, without its block. */
const calls = (): readonly Call[] => [
  ['eth_getBalance', [miner()]],
  ['eth_getTransactionCount', [sender()]],
  ['eth_call', [{ data: numberAndBalance(miner()) }]],
]

describe.each(ways)('over $way', ({ ask }) => {
  test.each(['debug_traceBlockByNumber', 'trace_replayBlockTransactions', 'trace_block'])(
    'previousBlock: %s runs the block before on its own state',
    async (method) => {
      endpoint.setFaults([{ fault: { kind: 'previousBlock' } }])
      const more = method === 'trace_replayBlockTransactions' ? [['trace']] : []
      for (const at of [HEAD - 1, HEAD]) {
        const answer = await ask(endpoint, method, [hex(at), ...more])
        expect(answer).toEqual({ result: await right(method, hex(at - 1), ...more) })
      }
    },
  )

  test.each<[name: string, fault: Fault]>([
    ['staleState', { kind: 'staleState', blocks: 1 }],
    ['staleHead', { kind: 'staleHead', blocks: 1 }],
    ['previousBlock', { kind: 'previousBlock' }],
  ])('%s: latest is the state of the block before', async (_, fault) => {
    endpoint.setFaults([{ fault }])
    for (const [method, params] of calls()) {
      const [older, newer] = [hex(HEAD - 1), hex(HEAD)]
      const answer = await ask(endpoint, method, [...params, 'latest'])
      expect(answer).toEqual({ result: await right(method, ...params, older) })
      expect(answer).not.toEqual({ result: await right(method, ...params, newer) })
    }
    expect(endpoint.faultLog()).toHaveLength(calls().length)
  })

  test('staleState leaves blocks and older states alone, and fails for newer blocks', async () => {
    endpoint.setFaults([{ fault: { kind: 'staleState', blocks: 2 } }])
    const older = [miner(), hex(HEAD - 2)]
    expect(await ask(endpoint, 'eth_getBalance', older)).toEqual({
      result: await right('eth_getBalance', ...older),
    })
    expect(await ask(endpoint, 'eth_blockNumber', [])).toEqual({ result: hex(HEAD) })
    expect(endpoint.faultLog()).toEqual([])
    const { hash } = chain.tree.head
    for (const [given, message] of [
      [hex(HEAD), 'header not found'],
      [{ blockNumber: hex(HEAD) }, 'header not found'],
      [hash, 'header for hash not found'],
      [{ blockHash: hash, requireCanonical: true }, 'header for hash not found'],
    ] as const) {
      for (const [method, params] of calls()) {
        const answer = await ask(endpoint, method, [...params, given])
        expect(answer).toEqual({ error: { code: -32000, message } })
      }
    }
    const detail = `head ${HEAD - 2}: an error`
    expect(new Set(endpoint.faultLog().map((entry) => entry.detail))).toEqual(new Set([detail]))
  })

  test('prunedState fails for old blocks with the root of their state', async () => {
    endpoint.setFaults([{ fault: { kind: 'prunedState', keep: 2 } }])
    const root = block(HEAD - 2).header.stateRoot.slice(2)
    const message = `missing trie node ${root} (path ) state 0x${root} is not available, not found`
    for (const [method, params] of calls()) {
      const old = await ask(endpoint, method, [...params, hex(HEAD - 2)])
      expect(old).toEqual({ error: { code: -32000, message } })
      const kept = [...params, hex(HEAD - 1)]
      expect(await ask(endpoint, method, kept)).toEqual({ result: await right(method, ...kept) })
    }
    expect(endpoint.faultLog()).toMatchObject(
      calls().map(([method]) => ({ method, detail: 'pruned state', block: HEAD - 2 })),
    )
  })

  test('corrupt returns a wrong balance', async () => {
    const params = [miner(), 'latest']
    endpoint.setFaults([
      { calls: 1, fault: { kind: 'corrupt', what: 'balance', value: '0x0' } },
      { calls: 2, fault: { kind: 'corrupt', what: 'balance' } },
    ])
    const balance = (await right('eth_getBalance', ...params)) as string
    expect(await ask(endpoint, 'eth_getBalance', params)).toEqual({ result: '0x0' })
    const { result } = (await ask(endpoint, 'eth_getBalance', params)) as { result: string }
    expect(result).toMatch(new RegExp(`^0x[1-9a-f][0-9a-f]{${balance.length - 3}}$`))
    expect(result).not.toBe(balance)
    expect(await ask(endpoint, 'eth_getBalance', params)).toEqual({ result: balance })
    expect(endpoint.faultLog().map(({ detail }) => detail)).toEqual([
      `balance: ${balance} -> 0x0`,
      `balance: ${balance} -> ${result}`,
    ])
  })

  test('an error replaces the result of a call', async () => {
    const reverted = { code: 3, message: 'execution reverted: paused', data: '0x08c379a0' }
    const timedOut = { code: -32000, message: 'execution aborted (timeout = 5s)' }
    endpoint.setFaults([
      { calls: 1, fault: { kind: 'error', ...reverted } },
      { calls: 2, fault: { kind: 'error', ...timedOut } },
    ])
    const params = [{ data: numberAndBalance(miner()) }, 'latest']
    expect(await ask(endpoint, 'eth_call', params)).toEqual({ error: reverted })
    expect(await ask(endpoint, 'eth_call', params)).toEqual({ error: timedOut })
    expect(await ask(endpoint, 'eth_call', params)).toEqual({
      result: await right('eth_call', ...params),
    })
  })
})

describe('code that reverts in the newest block', () => {
  const params = () => [{ data: revertsIn(HEAD) }, 'latest']
  const call = () => endpoint.request({ method: 'eth_call', params: params() })

  test('succeeds on a stale state', async () => {
    await expect(call()).rejects.toMatchObject({ code: 3, message: 'execution reverted' })
    endpoint.setFaults([{ fault: { kind: 'staleState', blocks: 1 } }])
    expect(await call()).toBe(FORTY_TWO)
    expect(endpoint.faultLog()).toMatchObject([{ detail: `head ${HEAD - 1}` }])
  })

  test('reaches no state where that is pruned', async () => {
    endpoint.setFaults([{ fault: { kind: 'prunedState', style: 'historicalState' } }])
    const root = block(HEAD).header.stateRoot.slice(2)
    await expect(call()).rejects.toMatchObject({
      code: -32000,
      message: `historical state ${root} is not available`,
    })
  })

  test('has no result to corrupt', async () => {
    endpoint.setFaults([{ fault: { kind: 'corrupt', what: 'callResult' } }])
    await expect(call()).rejects.toMatchObject({ code: 3 })
    expect(endpoint.faultLog()).toEqual([])
  })
})

test('code that reverts on a stale state succeeds on the newest', async () => {
  const call = { method: 'eth_call', params: [{ data: revertsIn(HEAD - 1) }, 'latest'] }
  expect(await endpoint.request(call)).toBe(FORTY_TWO)
  endpoint.setFaults([{ fault: { kind: 'staleState', blocks: 1 } }])
  await expect(endpoint.request(call)).rejects.toMatchObject({ code: 3 })
})

const failureOf = (answered: Promise<unknown>): Promise<{ code: number; message: string }> =>
  answered.then(
    () => expect.fail('it succeeded'),
    (error) => error,
  )

test('wrong params fail in the same way, and do not count', async () => {
  const faults: Fault[] = [{ kind: 'staleState', blocks: 1 }, { kind: 'prunedState' }]
  for (const fault of faults) {
    endpoint.setFaults([{ times: 1, fault }])
    for (const params of [[], ['0x12', 'latest'], [miner(), '12'], [miner(), hex(HEAD + 1)]]) {
      const request = { method: 'eth_getBalance', params }
      const { code, message } = await failureOf(server.endpoint('geth').request(request))
      expect(await failureOf(endpoint.request(request))).toMatchObject({ code, message })
    }
    expect(endpoint.faultLog()).toEqual([])
  }
})

test('rules with blocks apply to the block whose state is read', async () => {
  endpoint.setFaults([{ blocks: { to: HEAD - 1, from: 0 }, fault: { kind: 'prunedState' } }])
  for (const [method, params] of calls()) {
    const { hash } = block(3)
    for (const old of ['earliest', hex(HEAD - 1), hash, { blockHash: hash }]) {
      const request = { method, params: [...params, old] }
      await expect(endpoint.request(request)).rejects.toThrow('missing trie node')
    }
    for (const newest of [[], ['latest'], [hex(HEAD)], [chain.tree.head.hash]]) {
      await endpoint.request({ method, params: [...params, ...newest] })
    }
  }
})

test('the state is pruned for every method about state, and for no other', async () => {
  const address = miner()
  const slots = { [address]: [`0x${'0'.repeat(64)}`] }
  const transaction = block(HEAD).transactions[0]?.hash
  const raw = await right('debug_getRawTransaction', transaction)
  const answered: Record<string, readonly unknown[]> = {
    eth_getAccount: [address],
    eth_getAccountInfo: [address],
    eth_getBalance: [address],
    eth_getCode: [address],
    eth_getStorageAt: [address, '0x0'],
    eth_getStorageValues: [slots],
    eth_getTransactionCount: [address],
    eth_getProof: [address, ['0x0']],
    eth_call: [{ to: address }],
    eth_callMany: [[{ transactions: [{ to: address }] }]],
    eth_estimateGas: [{ to: address }],
    eth_createAccessList: [{ to: address }],
    eth_simulateV1: [{ blockStateCalls: [{}] }],
    debug_executionWitness: ['latest'],
    debug_intermediateRoots: [chain.tree.head.hash],
    debug_storageRangeAt: [chain.tree.head.hash, 0, address, '0x', 1],
    debug_traceBlock: [toHex(chain.tree.head.rlp)],
    debug_traceBlockByHash: [chain.tree.head.hash],
    debug_traceBlockByNumber: ['latest'],
    debug_traceCall: [{ to: address }],
    debug_traceTransaction: [transaction],
    ots_getContractCreator: [address],
    ots_getInternalOperations: [transaction],
    ots_getTransactionError: [transaction],
    ots_hasCode: [address],
    ots_searchTransactionsAfter: [address, 0, 1],
    ots_searchTransactionsBefore: [address, 0, 1],
    ots_traceTransaction: [transaction],
    trace_block: ['latest'],
    trace_call: [{ to: address }, ['trace']],
    trace_callMany: [[[{ to: address }, ['trace']]]],
    trace_filter: [{}],
    trace_get: [transaction, []],
    trace_rawTransaction: [raw, ['trace']],
    trace_replayBlockTransactions: ['latest', ['stateDiff']],
    trace_replayTransaction: [transaction, []],
    trace_transaction: [transaction],
  }
  const stateMethods = methodsOpenTo(['state'])
  expect(Object.keys(answered).toSorted()).toEqual(stateMethods.toSorted())
  endpoint.setFaults([{ fault: { kind: 'prunedState' } }])
  for (const method of stateMethods) {
    const params = answered[method as keyof typeof answered] ?? []
    const request = endpoint.request({ method, params })
    await expect(request, method).rejects.toThrow(/^missing trie node/)
  }
  for (const method of methodNames.filter((name) => !stateMethods.includes(name))) {
    const params = method.includes('Hash') ? [chain.tree.head.hash] : ['latest']
    await endpoint.request({ method, params }).catch(() => {})
  }
  const affected = endpoint.faultLog().map(({ method }) => method)
  expect(affected).toEqual(stateMethods)
})

test('staleHead changes fees, and previousBlock leaves histories of fees', async () => {
  const [older, newer] = [
    await right('eth_feeHistory', '0x2', hex(HEAD - 1), [50]),
    await right('eth_feeHistory', '0x2', hex(HEAD), [50]),
  ]
  const history = () =>
    endpoint.request({ method: 'eth_feeHistory', params: ['0x2', 'latest', [50]] })
  endpoint.setFaults([{ fault: { kind: 'staleHead', blocks: 1 } }])
  expect(await history()).toEqual(older)
  endpoint.setFaults([{ fault: { kind: 'previousBlock' } }])
  expect(await history()).toEqual(newer)
  endpoint.setFaults([{ fault: { kind: 'corrupt', what: 'gasPrice', value: '0x1' } }])
  expect(await endpoint.request({ method: 'eth_gasPrice' })).toBe('0x1')
})

describe('on another branch', () => {
  test.each<Fault>([
    { kind: 'staleState', blocks: 1 },
    { kind: 'staleHead', blocks: 1 },
    { kind: 'previousBlock' },
  ])('%j: latest is the state of the block before', async (fault) => {
    const branch = await endpoint.reorg({ depth: 2, length: 3 })
    const [before, head] = branch.slice(-2)
    const { header } = chain.blockByHash(head?.hash as `0x${string}`) as Block
    const balance = (given: unknown) =>
      endpoint.request({ method: 'eth_getBalance', params: [header.miner, given] })
    const older = await balance({ blockHash: before?.hash, requireCanonical: true })
    const newer = await balance('latest')
    expect(older).not.toBe(newer)
    endpoint.setFaults([{ fault }])
    expect(await balance('latest')).toBe(older)
  })
})

test('the block before a block is canonical, too', async () => {
  const given = { blockHash: chain.tree.head.hash, requireCanonical: true }
  endpoint.setFaults([{ fault: { kind: 'previousBlock' } }])
  expect(await endpoint.request({ method: 'eth_getBalance', params: [miner(), given] })).toBe(
    await right('eth_getBalance', miner(), hex(HEAD - 1)),
  )
  const [side] = chain.tree.sideBlocks
  const astray = { blockHash: side?.hash, requireCanonical: true }
  await expect(
    endpoint.request({ method: 'eth_getBalance', params: [miner(), astray] }),
  ).rejects.toThrow('hash is not currently canonical')
})

describe('a wrong result', async () => {
  const address = `0x${'c0'.repeat(20)}`
  const params: Readonly<Record<string, readonly unknown[]>> = {
    eth_getBalance: [address],
    eth_getTransactionCount: [address],
    eth_getCode: [address],
    eth_getStorageAt: [address, '0x0'],
    eth_getStorageValues: [{ [address]: [`0x${'0'.repeat(64)}`] }],
    eth_call: [{ to: address }],
    eth_estimateGas: [{ to: address }],
  }
  const spec = { preset: 'latest', blocks: 1 } as const
  const { server: latest } = await serveForTests(spec, { callTimeout: 0 })

  test.each(
    wholeResults.flatMap((what) => methodsOpenTo([what]).map((method) => ({ what, method }))),
  )('$what of $method', async ({ what, method }) => {
    const request = { method, params: params[method] ?? [] }
    const correct = await latest.request(request)
    latest.setFaults([{ fault: { kind: 'corrupt', what } }])
    const wrong = await latest.request(request)
    expect(wrong).not.toEqual(correct)
    expect(typeof wrong).toBe(typeof correct)
    expect(latest.unusedFaults()).toEqual([])
    latest.setFaults(undefined)
    expect(await latest.request(request)).toEqual(correct)
  })
})

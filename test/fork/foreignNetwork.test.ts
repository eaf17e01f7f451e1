import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { createFork } from '../../src/createFork.ts'
import type { ForkOptions } from '../../src/fork/forkOptions.ts'
import { serve } from '../../src/serve.ts'
import type { Server } from '../../src/server/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { ask } from '../support/serving.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = temporaryFolder()

const PIN = 30
const SENDER = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
const network = await createChain({ seed: 'foreign', blocks: 40, preset: 'latest', chainId: 10 })
const server = await serve(network, { port: 0, dialect: 'geth' })
afterAll(() => server.close())

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, 'de')}`
const quantity = (number: number) => `0x${number.toString(16)}`

type Json = Record<string, unknown>

/** Gives a block the transaction with which each of OP Stack begins: its header does not change. */
function withDeposit(type: string, block: Json): Json {
  const { hash: blockHash, number: blockNumber } = block
  const common = { blockHash, blockNumber, type, gas: '0xf4240', nonce: '0x0', value: '0x0' }
  const deposit = {
    ...common,
    hash: hashOf(Number(blockNumber)),
    transactionIndex: '0x0',
    from: SENDER,
    to: SENDER,
    input: '0x',
    sourceHash: hashOf(1),
    mint: '0x0',
    depositReceiptVersion: '0x1',
    gasPrice: '0x0',
    v: '0x0',
    r: '0x0',
    s: '0x0',
  }
  const others = (block.transactions as (Json | string)[]).map((each, index) =>
    typeof each === 'string' ? each : { ...each, transactionIndex: quantity(index + 1) },
  )
  const isFull = typeof others[0] !== 'string'
  return { ...block, transactions: [isFull ? deposit : deposit.hash, ...others] }
}

function withReceipt(type: string, receipts: readonly Json[], block: Json): Json[] {
  const first = {
    type,
    status: '0x1',
    cumulativeGasUsed: '0x0',
    gasUsed: '0x0',
    effectiveGasPrice: '0x0',
    transactionHash: hashOf(Number(block.number)),
    transactionIndex: '0x0',
    blockHash: block.hash,
    blockNumber: block.number,
    from: SENDER,
    to: SENDER,
    contractAddress: null,
    logs: [],
    logsBloom: `0x${'00'.repeat(256)}`,
    l1Fee: '0x0',
  }
  const others = receipts.map((each, index) => ({ ...each, transactionIndex: quantity(index + 1) }))
  return [first, ...others]
}

let node: FaultyNode
beforeEach(async () => {
  node = await startFaultyNode(server.url)
  speak('0x7e')
  return () => node.close()
})

/** Lets each block of the node begin with a transaction of a type. */
function speak(type: string, change: (answer: Json) => Json = (answer) => answer): void {
  node.fault = ({ method, params }) => {
    if (!['eth_getBlockByNumber', 'eth_getBlockByHash', 'eth_getBlockReceipts'].includes(method)) {
      return method === 'eth_config' ? { change: () => NO_METHOD } : undefined
    }
    return {
      change(answer) {
        const { result, ...envelope } = JSON.parse(answer)
        if (result === null) return answer
        const changed = Array.isArray(result)
          ? withReceipt(type, result, blockOf(String(params[0])))
          : withDeposit(type, result)
        return JSON.stringify(change({ ...envelope, result: changed }))
      },
    }
  }
}

const NO_METHOD = JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'no' } })

function blockOf(number: string): Json {
  const { hash } = network.blockByNumber(Number(number)) as { hash: string }
  return { hash, number }
}

function fork(options: Partial<ForkOptions> = {}): Promise<Chain> {
  const spec = { mnemonic: TEST_MNEMONIC }
  return createFork({ rpc: node.url, block: PIN, clock: fakeClock(), spec, ...options })
}

async function start(options: Partial<ForkOptions> = {}): Promise<Server> {
  const dev = await serve(await fork(options), { port: 0, dev: true, dialect: 'geth' })
  onTestFinished(() => dev.close())
  return dev
}

const upstream = async (method: string, ...params: unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(node.url, { method: 'POST', body })
  return ((await response.json()) as { result: unknown }).result
}

describe('a network with transactions of its own types', () => {
  it('says at start what cannot be executed', async () => {
    expect((await fork()).forkedFrom?.warnings).toContain(
      'the network has transactions of types that ommer cannot execute (0x7e): deposits of OP Stack, and fees for L1. Blocks with them are passed on unverified, and new blocks are not those of the network',
    )
    const witness = join(folder, 'refused')
    await expect(fork({ strict: true, witness })).rejects.toThrow(/^strict: /)
    expect(existsSync(join(witness, 'witness.txt'))).toBe(false)
    speak('0x6a')
    expect((await fork()).forkedFrom?.warnings.at(-1)).toContain(
      '(0x6a): transactions and precompiled contracts of Arbitrum, and fees for L1.',
    )
    speak('0x99')
    expect((await fork()).forkedFrom?.warnings.at(-1)).toContain('cannot execute (0x99). Blocks')
  })

  it('is passed on as the node gave it', async () => {
    const dev = await start()
    for (const [method, ...params] of [
      ['eth_getBlockByNumber', quantity(PIN), true],
      ['eth_getBlockByNumber', quantity(25), true],
      ['eth_getBlockByNumber', quantity(25), false],
      ['eth_getBlockReceipts', quantity(26)],
    ] as const) {
      expect([method, await ask(dev, method, ...params)]).toEqual([
        method,
        await upstream(method, ...params),
      ])
    }
    const hash = hashOf(PIN)
    expect(await ask(dev, 'eth_getTransactionByHash', hash)).toMatchObject({ hash, type: '0x7e' })
    expect(await ask(dev, 'eth_getTransactionReceipt', hash)).toMatchObject({ l1Fee: '0x0' })
    expect(await ask(dev, 'eth_getBlockTransactionCountByNumber', quantity(PIN))).toBe(
      quantity((network.blockByNumber(PIN)?.transactions.length ?? 0) + 1),
    )
    const range = { fromBlock: quantity(20), toBlock: quantity(PIN) }
    expect(await ask<Json[]>(dev, 'eth_getLogs', range)).toHaveLength(
      (await ask<Json[]>(server, 'eth_getLogs', range)).length,
    )
    expect(await ask(dev, 'eth_feeHistory', '0x4', quantity(PIN), [50])).toMatchObject({
      oldestBlock: quantity(PIN - 3),
    })
  })

  it('gets blocks on top, which are marked', async () => {
    const dev = await start()
    expect(dev.irregular).toEqual({ since: dev.head, reasons: ['foreign'] })
    const [from, to] = await ask<string[]>(dev, 'eth_accounts')
    await dev.setBalance(from as `0x${string}`, 10n ** 18n)
    const hash = await ask(dev, 'eth_sendTransaction', { from, to, value: '0x7' })
    expect(await ask(dev, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: quantity(PIN + 1),
      status: '0x1',
    })
    expect(await ask(dev, 'eth_getBalance', to, 'latest')).toBe('0x7')
    expect(dev.irregular?.reasons).toEqual(['foreign', 'state'])
    expect(await ask(dev, 'ommer_status')).toMatchObject({
      irregular: { reasons: ['foreign', 'state'] },
    })
    const [traced] = await ask<Json[]>(dev, 'debug_traceBlockByNumber', quantity(PIN + 1))
    expect(traced).toMatchObject({ result: { gas: 21_000 } })
  })

  it('may lack the contracts for requests to the beacon chain', async () => {
    const { fault } = node
    node.fault = (asked) =>
      asked.method === 'eth_getCode' && /^0x0000(?:0961ef|bbddc7)/.test(String(asked.params[0]))
        ? { body: JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: '0x' }) }
        : fault(asked)
    const dev = await start({ proofs: 'off' })
    await dev.mine(2)
    expect(dev.head.number).toBe(PIN + 2)
    const blocks = { blockStateCalls: [{}] }
    expect(await ask(dev, 'eth_simulateV1', blocks, 'latest')).toMatchObject([
      { number: quantity(PIN + 3) },
    ])
  })

  it('has no bytes and no traces of such blocks', async () => {
    const dev = await start()
    await expect(ask(dev, 'debug_traceBlockByNumber', quantity(PIN))).rejects.toThrow(
      `block ${PIN} has transactions of unknown types: it cannot be run again`,
    )
    await expect(ask(dev, 'debug_getRawBlock', quantity(25))).rejects.toThrow(
      'the bytes of block 25 are unknown',
    )
  })

  it('cannot lie about headers and logs', async () => {
    const dev = await start()
    speak('0x7e', (answer) => {
      const { result } = answer as { result: Json }
      return Array.isArray(result) ? answer : { ...answer, result: { ...result, gasUsed: '0x1' } }
    })
    await expect(ask(dev, 'eth_getBlockByNumber', quantity(20), true)).rejects.toThrow(
      /block 20: hash: /,
    )
    speak('0x7e', (answer) => {
      const { result } = answer as { result: readonly Json[] }
      if (!Array.isArray(result)) return answer
      return { ...answer, result: result.map((each) => ({ ...each, logs: [] })) }
    })
    const logged = network.blockByNumber(22)?.receipts.some(({ logs }) => logs.length > 0)
    expect(logged).toBe(true)
    await expect(ask(dev, 'eth_getBlockByNumber', quantity(22), true)).rejects.toThrow(
      /block 22: logsBloom: /,
    )
  })
})

import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { Transaction } from '../../src/chain/encoding/block.ts'
import { decodeTransactions } from '../../src/chain/encoding/decode.ts'
import { createFork } from '../../src/createFork.ts'
import type { ForkOptions } from '../../src/fork/forkOptions.ts'
import { checkBlock } from '../../src/fork/pin.ts'
import type { BlockJson, JsonObject } from '../../src/formats/json/blockJson.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { startFaultyNode } from '../support/faultyNode.ts'
import { ask, serveInTest } from '../support/serving.ts'

// Blocks 1 to 3 of Anvil 1.7.1 and of Hardhat 2.29.1, each with a transaction of an impersonated account: of types 2, 0, 1.
const recorded = JSON.parse(
  readFileSync(new URL('../data/impersonated.json', import.meta.url), 'utf8'),
) as Record<'anvil' | 'hardhat', BlockJson[]>
const CHAIN_ID = 31_337
const NOBODY = '0x00000000000000000000000000000000000000aa'
const ANOTHER = '0x00000000000000000000000000000000000000bb'

/** The block with other fields in its only transaction, and its receipt. */
function withTransaction(
  { block, receipts, uncles }: BlockJson,
  { from, ...fields }: JsonObject,
): BlockJson {
  const [transaction] = block.transactions as JsonObject[]
  const [receipt] = receipts
  const sender = from === undefined ? {} : { from }
  return {
    block: { ...block, transactions: [{ ...transaction, ...sender, ...fields }] },
    receipts: [{ ...receipt, ...sender } as JsonObject],
    uncles,
  }
}

describe.each(['anvil', 'hardhat'] as const)('a block of %s', (name) => {
  it('has the senders that it names', async () => {
    for (const [index, whole] of recorded[name].entries()) {
      const { sealed, transactionHashes, hasUnverifiedSenders } = await checkBlock(
        whole,
        CHAIN_ID,
        index + 1,
      )
      const [transaction] = decodeTransactions(sealed) as [Transaction]
      expect(transaction.from).toBe(NOBODY)
      expect(transactionHashes).toEqual([(whole.block.transactions as JsonObject[])[0]?.hash])
      expect(sealed.irregularity?.reasons).toEqual(['signature'])
      expect(hasUnverifiedSenders).toBe(name === 'anvil')
      // What nothing proves is shown as the node gave it.
      expect(sealed.recorded !== undefined).toBe(name === 'anvil')
    }
  })

  it('is refused with another sender', async () => {
    for (const [index, whole] of recorded[name].entries()) {
      const altered = withTransaction(whole, { from: ANOTHER })
      await expect(checkBlock(altered, CHAIN_ID, index + 1)).rejects.toThrow(
        name === 'anvil' ? /transactions\[0\]\.hash/ : /transactions\[0\]\.(?:from|r)/,
      )
    }
  })

  it('is refused with another signature', async () => {
    for (const [index, whole] of recorded[name].entries()) {
      const altered = withTransaction(whole, { r: '0x1', s: '0x1' })
      await expect(checkBlock(altered, CHAIN_ID, index + 1)).rejects.toThrow(
        /transactions\[0\]\.hash/,
      )
    }
  })
})

/** A network of ommer's with blocks of impersonated accounts, one of which is a contract. */
const origin = await createChain({ seed: 'nobody', blocks: 6, preset: 'latest' })
const network = await serve(origin, { port: 0, dev: true, dialect: 'geth' })
afterAll(() => network.close())
const contract = origin.contract('logger').address
const hashes: Hex[] = []
for (const from of [NOBODY, contract] as const) {
  await network.setBalance(from, 10n ** 18n)
  await ask(network, 'evm_mine')
  await network.impersonateAccount(from)
  hashes.push(await ask(network, 'eth_sendTransaction', { from, to: ANOTHER, value: '0x1' }))
}
await ask(network, 'evm_mine')
const PIN = network.head.number

const fork = (options: Partial<ForkOptions> = {}) =>
  createFork({ rpc: network.url, block: PIN, clock: fakeClock(), ...options })

describe('a fork of a network with impersonated accounts', () => {
  it('shows and traces what they have sent', async () => {
    const chain = await fork()
    expect(chain.forkedFrom?.warnings.join()).not.toContain('impersonated')
    const server = await serveInTest(chain, { dev: true, dialect: 'geth' })
    for (const hash of hashes) {
      for (const method of [
        'eth_getTransactionByHash',
        'eth_getTransactionReceipt',
        'debug_getRawTransaction',
      ]) {
        expect([method, await ask(server, method, hash)]).toEqual([
          method,
          await ask(network, method, hash),
        ])
      }
      const tracer = { tracer: 'callTracer' }
      expect(await ask(server, 'debug_traceTransaction', hash, tracer)).toEqual(
        await ask(network, 'debug_traceTransaction', hash, tracer),
      )
    }
  })

  it('says that blocks on top of them are irregular', async () => {
    const { blockNumber } = await ask<{ blockNumber: Hex }>(
      network,
      'eth_getTransactionByHash',
      hashes[1],
    )
    const server = await serveInTest(await fork({ block: Number(blockNumber) }), { dev: true })
    await ask(server, 'evm_mine')
    expect(server.irregular).toMatchObject({
      since: { number: Number(blockNumber) },
      reasons: ['signature'],
    })
    const after = await serveInTest(await fork({ block: Number(blockNumber) + 1 }), { dev: true })
    await ask(after, 'evm_mine')
    expect(after.irregular).toBeUndefined()
  })

  it('reads them from a witness', async () => {
    const witness = await mkdtemp(join(tmpdir(), 'ommer-nobody-'))
    const chain = await fork({ witness })
    const online = await serveInTest(chain, { dev: true })
    const found = await ask(online, 'eth_getTransactionByHash', hashes[0])
    chain.saveWitness()
    const offline = await serveInTest(await createFork({ witness, offline: true }), { dev: true })
    expect(await ask(offline, 'eth_getTransactionByHash', hashes[0])).toEqual(found)
  })

  it('cannot begin after one of their transactions', async () => {
    await expect(fork({ transaction: hashes[0] as Hex, block: undefined })).rejects.toThrow(
      /^transaction: transaction 0 of block \d+ is of an impersonated account, and cannot be repeated$/,
    )
  })

  it('believes no other sender', async () => {
    const node = await startFaultyNode(network.url)
    const chain = await fork({ rpc: node.url })
    const server = await serveInTest(chain, { dev: true })
    node.fault = () => ({ change: (answer) => answer.replaceAll(NOBODY, ANOTHER) })
    await expect(ask(server, 'eth_getTransactionByHash', hashes[0])).rejects.toThrow(
      /the forked network: block \d+: transactions\[0\]/,
    )
    await node.close()
  })
})

/** A node that has blocks 1 to 3 of Anvil, with nothing but their senders. */
async function startAnvil() {
  const node = await startFaultyNode(network.url)
  node.fault = ({ method, params, id }) => {
    const whole = recorded.anvil[Number(params[0]) - 1]
    const results: Record<string, unknown> = {
      eth_chainId: '0x7a69',
      eth_getBlockByNumber: whole?.block,
      eth_getBlockReceipts: whole?.receipts,
      eth_getBlockByHash: recorded.anvil.find(({ block }) => block.hash === params[0])?.block,
      eth_getBalance: '0xde0b6b3a7640000',
      eth_getTransactionCount: '0x2',
      eth_getCode: '0x',
      eth_getStorageAt: `0x${'00'.repeat(32)}`,
    }
    const result = results[method]
    const outcome = result === undefined ? { error: { code: -32601, message: method } } : { result }
    return { body: JSON.stringify({ jsonrpc: '2.0', id, ...outcome }) }
  }
  onTestFinished(() => node.close())
  return node
}

describe('a fork of Anvil', () => {
  const [, , whole] = recorded.anvil as [BlockJson, BlockJson, BlockJson]
  const [transaction] = whole.block.transactions as [JsonObject]

  it('warns that the senders of the pinned block are as the node says', async () => {
    const node = await startAnvil()
    const chain = await fork({ rpc: node.url, block: 3, proofs: 'off' })
    expect(chain.forkedFrom?.warnings).toContain(
      'the pinned block has transactions of impersonated accounts, which nobody has signed: their senders are as the node says',
    )
    const server = await serveInTest(chain, { dev: true, dialect: 'geth' })
    expect(await ask(server, 'eth_getTransactionByHash', transaction.hash)).toEqual(transaction)
    expect(await ask(server, 'eth_getBlockReceipts', '0x3')).toEqual(whole.receipts)
    expect((await ask<{ irregular: unknown }>(server, 'ommer_status')).irregular).toEqual({
      since: { number: 3, hash: whole.block.hash },
      reasons: ['signature'],
    })
  })

  it('names their transactions in traces as the block does', async () => {
    const node = await startAnvil()
    const chain = await fork({ rpc: node.url, block: 3, proofs: 'off' })
    const server = await serveInTest(chain, { dev: true, dialect: 'reth' })
    const { hash, nonce } = transaction
    const flat = { tracer: 'flatCallTracer' }
    const location = { transactionHash: hash, transactionPosition: 0 }
    const answers = {
      debug_traceBlockByNumber: [['0x3'], [{ txHash: hash }]],
      debug_traceTransaction: [[hash, flat], [location]],
      trace_block: [['0x3'], [location]],
      trace_transaction: [[hash], [location]],
      trace_replayBlockTransactions: [['0x3', ['trace']], [{ transactionHash: hash }]],
      ots_getTransactionBySenderAndNonce: [[NOBODY, Number(nonce)], hash],
    }
    for (const [method, [params, answer]] of Object.entries(answers)) {
      const found = await ask(server, method, ...(params as unknown[]))
      expect({ [method]: found }).toMatchObject({ [method]: answer })
    }
  })
})

import { join } from 'node:path'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createFork } from '../../src/createFork.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { serve } from '../../src/serve.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import { callMethod } from '../support/callMethod.ts'
import { type Fault, type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { createSwapNetwork, MNEMONIC, PIN, swapData, token0 } from '../support/swapNetwork.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { post } from '../support/transports.ts'
import { until } from '../support/until.ts'

const folder = temporaryFolder()
const [owner, trader] = [0, 1].map((addressIndex) => mnemonicToAccount(MNEMONIC, { addressIndex }))
const NOBODY = `0x${'ab'.repeat(20)}` as const

let network: Server
let node: FaultyNode
beforeAll(async () => {
  network = await serve(await createSwapNetwork(), { port: 0 })
})
afterAll(() => network.close())
beforeEach(async () => {
  node = await startFaultyNode(network.url)
  node.fault = withoutSlots
  return () => node.close()
})

/** A node that has pruned the slots of a token. */
const withoutSlots: FaultyNode['fault'] = ({ method, params, id }): Fault | undefined => {
  const [address, slots] = params as [string, string[]]
  if (method !== 'eth_getProof' || address !== token0 || slots.length === 0) return undefined
  const error = { code: -32000, message: 'missing trie node' }
  return { body: JSON.stringify({ jsonrpc: '2.0', id, error }) }
}

const SILENT = { write() {} }

async function start(options: ServeOptions = {}): Promise<Server> {
  const chain = await createFork({ rpc: node.url, block: PIN, retries: 0 })
  const server = await serve(chain, { port: 0, dev: true, logStream: SILENT, ...options })
  onTestFinished(() => server.close())
  return server
}

type Sender = typeof owner

/** A transaction that needs what the node has pruned, or one that pays somebody. */
async function signed(url: string, sender: Sender, isSwap: boolean, nonce = 0): Promise<Hex> {
  const { address, signTransaction } = sender as NonNullable<Sender>
  const count = Number(await callMethod(url, 'eth_getTransactionCount', address, 'latest'))
  // Those that pay come first.
  const tip = isSwap ? 10n ** 9n : 2n * 10n ** 9n
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: tip }
  const to = isSwap ? { to: token0, data: swapData(10n ** 17n) } : { to: NOBODY, value: 1n }
  const chainId = Number(await callMethod(url, 'eth_chainId'))
  return signTransaction({ ...to, ...fees, chainId, nonce: count + nonce, gas: 500_000n })
}

const send = async (url: string, sender: Sender, isSwap: boolean, nonce = 0): Promise<Hex> =>
  (await callMethod(url, 'eth_sendRawTransaction', await signed(url, sender, isSwap, nonce))) as Hex

const receiptOf = (url: string, hash: Hex) => callMethod(url, 'eth_getTransactionReceipt', hash)

describe('a transaction whose state the network does not give', () => {
  it('is dropped when a block is mined, and the others are mined', async () => {
    const { url, head } = await start({ automine: false })
    const bad = await send(url, owner, true)
    const next = await send(url, owner, false, 1)
    const good = await send(url, trader, false)
    expect(await callMethod(url, 'ommer_status')).toMatchObject({
      mining: { dropped: [], problem: null },
    })
    await callMethod(url, 'evm_mine')
    expect(await receiptOf(url, good)).toMatchObject({ status: '0x1' })
    expect(await receiptOf(url, bad)).toBeNull()
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toBeNull()
    // It waits for another one with that nonce.
    expect(await callMethod(url, 'eth_getTransactionByHash', next)).toMatchObject({
      blockHash: null,
    })
    expect(await callMethod(url, 'eth_blockNumber')).toBe(`0x${(head.number + 1).toString(16)}`)
    expect(await callMethod(url, 'ommer_status')).toMatchObject({
      mining: {
        dropped: [{ hash: bad, reason: expect.stringContaining('missing trie node') }],
        problem: null,
      },
    })
  })

  it('is dropped by a timer, whose blocks go on', async () => {
    const lines: string[] = []
    const server = await start({
      miningInterval: 0.05,
      logStream: { write: (line) => lines.push(line) },
    })
    const { url } = server
    const bad = await send(url, owner, true)
    const good = await send(url, trader, false)
    await until(async () => (await receiptOf(url, good)) !== null)
    await until(async () => (await callMethod(url, 'eth_getTransactionByHash', bad)) === null)
    const { number } = server.head
    await until(() => server.head.number > number)
    expect(lines.join('')).toContain(`transaction ${bad} was dropped: the forked network: `)
  })

  it('is dropped from a batch, and the others are mined', async () => {
    const { url } = await start()
    const raw = [await signed(url, owner, true), await signed(url, trader, false)]
    const batch = raw.map((each, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'eth_sendRawTransaction',
      params: [each],
    }))
    const answers = (await (await post(url, JSON.stringify(batch))).json()) as { result: Hex }[]
    const [bad, good] = answers.map(({ result }) => result) as [Hex, Hex]
    expect(await receiptOf(url, good)).toMatchObject({ status: '0x1' })
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toBeNull()
  })

  it('is dropped in the journal, too', async () => {
    const journal = join(folder, 'journal')
    const first = await start({ journal, automine: false })
    const bad = await send(first.url, owner, true)
    await callMethod(first.url, 'evm_setAutomine', true)
    const good = await send(first.url, trader, false)
    expect(await receiptOf(first.url, good)).toMatchObject({ status: '0x1' })
    const { hash } = first.head
    await first.close()
    // By now the node has what it lacked.
    node.fault = () => undefined
    const again = await start({ journal, automine: false })
    expect(again.head.hash).toBe(hash)
    expect(await callMethod(again.url, 'eth_getTransactionByHash', bad)).toBeNull()
    expect(await callMethod(again.url, 'txpool_status')).toMatchObject({ pending: '0x0' })
  })

  it.each([
    ['a resource that is not available', { code: -32002, message: 'request timed out' }],
    ['an internal error', { code: -32603, message: 'internal error' }],
    ['a block that the node does not have yet', { code: -32000, message: 'header not found' }],
    ['what it lacks, once', { code: -32000, message: 'missing trie node' }],
    ['a limit', { code: -32007, message: '15/second request limit reached' }],
    ['a time-out', { code: -32000, message: 'request timed out' }],
  ])('is mined if the node has reported %s', async (_, error) => {
    const { url } = await start({ automine: false })
    const sent = [await send(url, owner, true), await send(url, trader, false)]
    let failures = 0
    node.fault = (asked) =>
      withoutSlots(asked) && failures++ === 0
        ? { body: JSON.stringify({ jsonrpc: '2.0', id: asked.id, error }) }
        : undefined
    await callMethod(url, 'evm_mine').catch(() => callMethod(url, 'evm_mine'))
    for (const hash of sent) expect(await receiptOf(url, hash)).toMatchObject({ status: '0x1' })
    expect(failures).toBeGreaterThan(0)
  })

  it('waits if it belongs in a later one of the blocks that are mined at once', async () => {
    const { url, head } = await start({ automine: false })
    await callMethod(url, 'evm_setBlockGasLimit', '0x7d000')
    const good = await send(url, trader, false)
    await callMethod(url, 'evm_mine')
    const [first, bad] = [await send(url, trader, false), await send(url, owner, true)]
    await expect(callMethod(url, 'hardhat_mine', '0x2')).rejects.toThrow('missing trie node')
    expect(await callMethod(url, 'eth_blockNumber')).toBe(`0x${(head.number + 1).toString(16)}`)
    await callMethod(url, 'evm_mine')
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toMatchObject({
      blockHash: null,
    })
    await callMethod(url, 'evm_mine')
    expect(await callMethod(url, 'eth_getTransactionByHash', bad)).toBeNull()
    for (const hash of [good, first]) expect(await receiptOf(url, hash)).not.toBeNull()
  })

  it('waits while no node answers', async () => {
    const { url, head } = await start({ automine: false })
    const waiting = await send(url, owner, true)
    node.fault = ({ method }) => (method === 'eth_getProof' ? 'reset' : undefined)
    await expect(callMethod(url, 'evm_mine')).rejects.toThrow('the forked network: eth_getProof')
    expect(await callMethod(url, 'eth_blockNumber')).toBe(`0x${head.number.toString(16)}`)
    node.fault = () => undefined
    await callMethod(url, 'evm_mine')
    expect(await receiptOf(url, waiting)).toMatchObject({ status: '0x1' })
  })

  it('is not dropped if the block itself cannot be built', async () => {
    const { url } = await start({ automine: false })
    const waiting = await send(url, owner, false)
    // The account that each block since Cancun calls.
    node.fault = ({ method, id }) =>
      method === 'eth_getProof'
        ? {
            body: JSON.stringify({
              jsonrpc: '2.0',
              id,
              error: { code: -32000, message: 'missing trie node' },
            }),
          }
        : undefined
    await expect(callMethod(url, 'evm_mine')).rejects.toThrow('the forked network: eth_getProof')
    expect(await callMethod(url, 'eth_getTransactionByHash', waiting)).toMatchObject({
      blockHash: null,
    })
  })
})

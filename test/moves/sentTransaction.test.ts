import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import { type Server, serve } from '../../src/server/serve.ts'

const alice = mnemonicToAccount(TEST_MNEMONIC)
const bob = mnemonicToAccount(TEST_MNEMONIC, { addressIndex: 1 })
const NOBODY = `0x${'11'.repeat(20)}` as const

let chain: Chain
let server: Server

async function start(options: ServeOptions = {}): Promise<void> {
  const spec = { seed: 'moves', mnemonic: TEST_MNEMONIC, blocks: 4, preset: 'latest' } as const
  chain = await createChain(spec)
  server = await serve(chain, { port: 0, dev: true, automine: false, ...options })
}

beforeEach(() => start())
afterEach(() => server.close())

const ask = (method: string, ...params: unknown[]) => server.request({ method, params })

const sign = (nonce: number, fields: { from?: typeof alice; value?: bigint; gwei?: bigint } = {}) =>
  (fields.from ?? alice).signTransaction({
    chainId: chain.chainId,
    nonce,
    to: NOBODY,
    value: fields.value ?? 1n,
    gas: 21_000n,
    maxFeePerGas: (fields.gwei ?? 10n) * 10n ** 9n,
    maxPriorityFeePerGas: (fields.gwei ?? 10n) * 10n ** 8n,
  })

const sendRaw = (raw: Hex) => ask('eth_sendRawTransaction', raw) as Promise<Hex>
const send = async (...args: Parameters<typeof sign>) => sendRaw(await sign(...args))

const locationOf = async (hash: Hex) => {
  const found = (await ask('eth_getTransactionByHash', hash)) as {
    blockNumber: Hex | null
    transactionIndex: Hex | null
  } | null
  if (found?.blockNumber == null) return found === null ? 'nowhere' : 'pending'
  return [Number(found.blockNumber), Number(found.transactionIndex)]
}

const transactionsAt = async (number: number) =>
  (
    (await ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)) as {
      transactions: Hex[]
    }
  ).transactions

describe('a reorg with transactions', () => {
  it('returns those that it does not name to the pool', async () => {
    const hash = await send(0)
    await server.mine()
    expect(await locationOf(hash)).toEqual([5, 0])
    const blocks = await server.reorg({ depth: 1, transactions: [] })
    expect(blocks).toHaveLength(2)
    expect(await locationOf(hash)).toBe('pending')
    expect(await ask('eth_getTransactionReceipt', hash)).toBeNull()
    await server.mine()
    expect(await locationOf(hash)).toEqual([7, 0])
  })

  it('includes them at another index', async () => {
    const hashes = [await send(0), await send(0, { from: bob })]
    await server.mine()
    expect(await transactionsAt(5)).toEqual(hashes)
    await server.reorg({ depth: 1, transactions: [hashes.toReversed()] })
    expect(await transactionsAt(5)).toEqual(hashes.toReversed())
    expect(await locationOf(hashes[0] as Hex)).toEqual([5, 1])
    expect(await transactionsAt(6)).toEqual([])
  })

  it('includes them in a later block, by number', async () => {
    const hash = await send(0)
    await server.mine()
    await server.reorg({ depth: 1, transactions: [[], [], [1]] })
    expect(await locationOf(hash)).toEqual([7, 0])
    expect(server.head.number).toBe(7)
  })

  it('lets a replacement win, and later reorgs bring back either', async () => {
    const first = await send(0)
    await server.mine()
    const replacement = await sign(0, { value: 5n, gwei: 20n })
    const main = server.head
    await server.reorg({ depth: 1, length: 1, transactions: [[replacement]] })
    const [winner] = await transactionsAt(5)
    expect(winner).not.toBe(first)
    expect(await locationOf(first)).toBe('nowhere')
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0x5')
    await server.reorg({ depth: 1, length: 2, transactions: [] })
    expect(await locationOf(winner as Hex)).toBe('pending')
    await server.reorg({ to: main.hash })
    expect(await locationOf(first)).toEqual([5, 0])
  })

  it('brings back what a replacement had removed from the pool', async () => {
    const first = await send(0)
    const second = await send(0, { gwei: 20n })
    await server.mine()
    expect([await locationOf(first), await locationOf(second)]).toEqual(['nowhere', [5, 0]])
    await server.reorg({ depth: 1, transactions: [[1]] })
    expect([await locationOf(first), await locationOf(second)]).toEqual([[5, 0], 'nowhere'])
  })

  it('gives the same blocks again', async () => {
    const reorged = async () => {
      await send(0)
      await send(0, { from: bob })
      await server.mine()
      return server.reorg({ depth: 2, transactions: [[2], [1]] })
    }
    const blocks = await reorged()
    await server.close()
    await start()
    expect(await reorged()).toEqual(blocks)
    expect(server.head).toEqual(blocks.at(-1))
  })

  it('includes transactions of the shared chain', async () => {
    const number = [4, 3, 2].find((at) => (chain.blockByNumber(at)?.transactions.length ?? 0) > 0)
    const [first] = chain.blockByNumber(number as number)?.transactions ?? []
    await server.reorg({ depth: 5 - (number as number), transactions: [[first?.hash as Hex]] })
    expect(await transactionsAt(number as number)).toEqual([first?.hash])
  })

  it.each([
    [
      'a nonce that does not follow',
      async () => [[await send(1)]],
      /transactions\[0\]\[0\]: block 4 cannot include 0x[0-9a-f]{64}: its nonce/,
    ],
    [
      'the wrong order of nonces',
      async () => [[await send(1), await send(0)]],
      /transactions\[0\]\[0\]: block 4 can include 0x[0-9a-f]{64} only after one/,
    ],
    ['a number that was not reached', async () => [[7]], 'there is no transaction 7: 0 were sent'],
    [
      'an unknown hash',
      async () => [[`0x${'ab'.repeat(32)}`]],
      /there is no transaction 0x(?:ab){32} in the pool/,
    ],
    ['bytes that are none', async () => [['0x02c0']], 'the transaction 0x02c0… is not valid: '],
    ['too many lists', async () => [[], [], []], '3 lists are too many for 2 blocks'],
    ['text', async () => [['no']], 'signed bytes in hex'],
  ] as const)('refuses %s, and changes nothing', async (_, transactions, problem) => {
    const { head } = server
    const given = (await transactions()) as Hex[][]
    await expect(server.reorg({ depth: 1, length: 2, transactions: given })).rejects.toThrow(
      problem,
    )
    expect(server.head).toEqual(head)
    // It still follows the chain.
    await chain.extend(1)
    expect(server.head.number).toBe(head.number + 1)
  })

  it('needs `dev`', async () => {
    const reading = await serve(chain, { port: 0 })
    await expect(reading.reorg({ depth: 1, transactions: [] })).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
    })
    await reading.close()
  })

  it('is what anvil_reorg does with pairs', async () => {
    const raw = await sign(0)
    expect(await ask('anvil_reorg', 2, [[raw, 1]])).toBeNull()
    expect(await transactionsAt(3)).toEqual([])
    expect(await transactionsAt(4)).toHaveLength(1)
    await expect(ask('anvil_reorg', { depth: 1, tx_block_pairs: [[raw, 1]] })).rejects.toThrow(
      'too many for 1 blocks',
    )
    await expect(ask('anvil_reorg', 1, [raw])).rejects.toThrow('want a pair')
  })
})

describe('a transaction that is held', () => {
  it('stays pending while blocks are mined, until it is released', async () => {
    const [first, next] = [await send(0), await send(1)]
    const other = await send(0, { from: bob })
    await server.holdTransaction(first)
    await server.mine(2)
    expect([await locationOf(first), await locationOf(next)]).toEqual(['pending', 'pending'])
    expect(await locationOf(other)).toEqual([5, 0])
    expect(await ask('txpool_status')).toEqual({ pending: '0x2', queued: '0x0' })
    await server.releaseTransaction(first)
    await server.mine()
    expect(await transactionsAt(7)).toEqual([first, next])
  })

  it('may be named by its number before it is sent', async () => {
    await server.setAutomine(true)
    await server.holdTransaction(2)
    const [first, second] = [await send(0), await send(1)]
    expect([await locationOf(first), await locationOf(second)]).toEqual([[5, 0], 'pending'])
    expect(server.head.number).toBe(5)
    await server.releaseTransaction(2)
    await server.mine()
    expect(await locationOf(second)).toEqual([6, 0])
  })

  it('is released before it is sent', async () => {
    await server.holdTransaction(1)
    await server.releaseTransaction(1)
    const hash = await send(0)
    await server.mine()
    expect(await locationOf(hash)).toEqual([5, 0])
  })

  it('can be replaced', async () => {
    await server.holdTransaction(1)
    const held = await send(0)
    const replacement = await send(0, { gwei: 20n })
    await server.mine()
    expect([await locationOf(held), await locationOf(replacement)]).toEqual(['nowhere', [5, 0]])
  })

  it('is not in the pending block', async () => {
    const hash = await send(0)
    const pending = async () =>
      ((await ask('eth_getBlockByNumber', 'pending', false)) as { transactions: Hex[] })
        .transactions
    expect(await pending()).toEqual([hash])
    await server.holdTransaction(hash)
    expect(await pending()).toEqual([])
    expect(await ask('eth_getTransactionCount', alice.address, 'pending')).toBe('0x1')
  })

  it('is one of at most 10,000', async () => {
    for (let number = 1; number <= 10_000; number++) await server.holdTransaction(number)
    await server.holdTransaction(1)
    await expect(server.holdTransaction(10_001)).rejects.toThrow('10000 transactions are held')
  })
})

describe('a transaction that is dropped', () => {
  it('is nowhere, and may be sent again', async () => {
    const raw = await sign(0)
    const hash = await sendRaw(raw)
    const next = await send(1)
    expect(await server.dropTransaction(hash)).toBe(true)
    expect(await server.dropTransaction(hash)).toBe(false)
    expect([await locationOf(hash), await locationOf(next)]).toEqual(['nowhere', 'pending'])
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x1' })
    await sendRaw(raw)
    await server.mine()
    expect(await transactionsAt(5)).toEqual([hash, next])
  })

  it('does not return after a rollback, which leaves a nonce gap', async () => {
    const [first, second] = [await send(0), await send(1)]
    await server.mine()
    expect(await server.dropTransaction(1)).toBe(true)
    expect(await locationOf(first)).toEqual([5, 0])
    await server.rollback(1)
    expect([await locationOf(first), await locationOf(second)]).toEqual(['nowhere', 'pending'])
    expect(await ask('eth_getTransactionCount', alice.address, 'pending')).toBe('0x0')
    await server.mine()
    expect(await transactionsAt(5)).toEqual([])
  })

  it('has the methods of Anvil and Hardhat', async () => {
    const hash = await send(0)
    expect(await ask('anvil_dropTransaction', hash)).toBe(hash)
    expect(await ask('anvil_dropTransaction', hash)).toBeNull()
    const again = await send(0, { value: 2n })
    expect(await ask('hardhat_dropTransaction', again)).toBe(true)
    expect(await ask('hardhat_dropTransaction', again)).toBe(false)
    await expect(server.dropTransaction(9)).rejects.toThrow('there is no transaction 9: 2 were')
  })

  it('may be all, or all of one sender', async () => {
    const ofAlice = await send(0)
    const ofBob = await send(0, { from: bob })
    expect(await ask('anvil_removePoolTransactions', alice.address)).toBeNull()
    expect([await locationOf(ofAlice), await locationOf(ofBob)]).toEqual(['nowhere', 'pending'])
    await send(0)
    await send(3)
    expect(await ask('anvil_dropAllTransactions')).toBeNull()
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    await send(0)
    await server.dropAllTransactions(bob.address)
    expect(await ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
  })
})

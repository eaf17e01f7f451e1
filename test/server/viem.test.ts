import {
  BlockNotFoundError,
  createPublicClient,
  custom,
  http,
  keccak256,
  type PublicClient,
  recoverTransactionAddress,
  serializeTransaction,
  type Transaction,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  type TransactionSerializable,
  webSocket,
} from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { quantity, receiptJson, uncleJson } from '../support/clients/infuraJson.ts'
import { present, serveChain } from '../support/clients/servedChain.ts'
import { viemBlock, viemReceipt, viemTransaction } from '../support/clients/viemObjects.ts'
import { patient } from '../support/patientViem.ts'

interface OpenClient {
  readonly client: PublicClient
  close(): Promise<void>
}

const served = await serveChain()

const transports: Readonly<Record<string, () => OpenClient>> = {
  HTTP: () => ({
    client: createPublicClient({ transport: http(served.server.url, patient) }),
    async close() {},
  }),
  WebSocket: () => {
    const client = createPublicClient({ transport: webSocket(served.server.wsUrl, patient) })
    return { client, close: async () => (await client.transport.getRpcClient()).close() }
  },
}

const unknownHash = `0x${'11'.repeat(32)}` as const

describe.each(Object.entries(transports))('viem over %s', (_, open) => {
  const { client, close } = open()
  afterAll(close)

  it('reads the chain id', async () => {
    expect(await client.getChainId()).toBe(1337)
    expect(await client.getBlockNumber()).toBe(BigInt(served.head.header.number))
  })

  it.each([false, true])('reads every block, with full transactions: %s', async (full) => {
    for (const block of served.blocks) {
      const byNumber = { blockNumber: BigInt(block.header.number), includeTransactions: full }
      const byHash = { blockHash: block.hash, includeTransactions: full }
      const expected = viemBlock(block, { full })
      expect(await client.getBlock(byNumber)).toEqual(expected)
      expect(await client.getBlock(byHash)).toEqual(expected)
    }
  })

  it('counts the transactions of every block', async () => {
    for (const { hash, header, transactions } of served.blocks) {
      const blockNumber = BigInt(header.number)
      expect(await client.getBlockTransactionCount({ blockNumber })).toBe(transactions.length)
      expect(await client.getBlockTransactionCount({ blockHash: hash })).toBe(transactions.length)
    }
  })

  it('reads every uncle, and null past the last', async () => {
    for (const { hash, header, uncles } of served.blocks) {
      const number = quantity(header.number)
      const method = 'eth_getUncleByBlockNumberAndIndex'
      for (const [place, uncle] of [...uncles, undefined].entries()) {
        const index = quantity(place)
        const expected = uncle ? uncleJson(uncle) : null
        expect(await client.request({ method, params: [number, index] })).toEqual(expected)
        expect(
          await client.request({
            method: 'eth_getUncleByBlockHashAndIndex',
            params: [hash, index],
          }),
        ).toEqual(expected)
      }
    }
  })

  it('reads every transaction, by its index and by its hash', async () => {
    for (const block of served.blocks) {
      await Promise.all(
        block.transactions.map(async ({ hash }, index) => {
          const blockNumber = BigInt(block.header.number)
          const expected = viemTransaction(block, index)
          expect(await client.getTransaction({ blockNumber, index })).toEqual(expected)
          expect(await client.getTransaction({ blockHash: block.hash, index })).toEqual(expected)
          expect(await client.getTransaction({ hash })).toEqual(expected)
        }),
      )
    }
  })

  it('reads every receipt, one by one and by block', async () => {
    for (const block of served.blocks) {
      await Promise.all(
        block.transactions.map(async ({ hash }, index) => {
          expect(await client.getTransactionReceipt({ hash })).toEqual(viemReceipt(block, index))
        }),
      )
      const number = quantity(block.header.number)
      expect(await client.request({ method: 'eth_getBlockReceipts', params: [number] })).toEqual(
        block.receipts.map((_, index) => receiptJson(block, index)),
      )
    }
  })

  it('reads the block of each tag', async () => {
    const head = served.head.header.number
    for (const [blockTag, number] of [
      ['latest', head],
      ['earliest', 0],
      ['safe', head - served.chain.finality.safe],
      ['finalized', head - served.chain.finality.finalized],
    ] as const) {
      const block = present(served.blocks[number])
      expect(await client.getBlock({ blockTag })).toEqual(viemBlock(block, { full: false }))
    }
  })

  it('reads the pending block and its transactions, with null for undetermined fields', async () => {
    const blockTag = 'pending'
    for (const full of [false, true]) {
      expect(await client.getBlock({ blockTag, includeTransactions: full })).toEqual(
        viemBlock(served.pending, { full, pending: true }),
      )
    }
    for (const index of served.pending.transactions.keys()) {
      expect(await client.getTransaction({ blockTag, index })).toEqual(
        viemTransaction(served.pending, index, { pending: true }),
      )
    }
  })

  it('reports missing objects', async () => {
    const blockNumber = BigInt(served.head.header.number + 1)
    await expect(client.getBlock({ blockNumber })).rejects.toThrow(BlockNotFoundError)
    await expect(client.getBlock({ blockHash: unknownHash })).rejects.toThrow(BlockNotFoundError)
    for (const transaction of [
      { hash: unknownHash },
      { blockNumber, index: 0 },
      { blockNumber: 0n, index: 0 },
      { blockHash: unknownHash, index: 0 },
    ]) {
      await expect(client.getTransaction(transaction)).rejects.toThrow(TransactionNotFoundError)
    }
    await expect(client.getTransactionReceipt({ hash: unknownHash })).rejects.toThrow(
      TransactionReceiptNotFoundError,
    )
  })

  it('reports the code of a bad parameter', async () => {
    const params = ['12' as `0x${string}`, true] as [`0x${string}`, boolean]
    await expect(client.request({ method: 'eth_getBlockByNumber', params })).rejects.toMatchObject({
      name: 'InvalidParamsRpcError',
      code: -32602,
    })
  })

  it('reproduces each hash from its transaction, and recovers each sender', async () => {
    const chainId = await client.getChainId()
    for (const { header } of served.blocks) {
      const { transactions } = await client.getBlock({
        blockNumber: BigInt(header.number),
        includeTransactions: true,
      })
      for (const transaction of transactions) {
        // The infura dialect omits the chain id of an EIP-2930 transaction: the signed data contains it, so a client
        // has to take it from the chain. In a legacy transaction it is part of v, if there is one.
        const isEip2930 = transaction.type === 'eip2930'
        await expectOwnHash(isEip2930 ? { ...transaction, chainId } : transaction)
      }
    }
  })
})

it('viem cannot encode an EIP-2930 transaction from the infura dialect alone', async () => {
  const client = createPublicClient({ transport: http(served.server.url, patient) })
  const transaction = await client.getTransaction({ hash: eip2930Hash() })
  expect(transaction.chainId).toBeUndefined()
  expect(() => serialize(transaction)).toThrow()
})

it('viem computes every hash from the geth dialect alone', async () => {
  const { url } = served.server.endpoint('viem-geth', { dialect: 'geth' })
  const client = createPublicClient({ transport: http(url, patient) })
  for (const { header } of served.blocks) {
    const { transactions } = await client.getBlock({
      blockNumber: BigInt(header.number),
      includeTransactions: true,
    })
    for (const transaction of transactions) await expectOwnHash(transaction)
  }
})

it('viem reports the JSON-RPC error for an unknown API key', async () => {
  // viem prefers a JSON-RPC error in the body to the HTTP status, and reads -32001 as EIP-1474 defines it: "resource
  // not found". The server's message is in the details.
  const url = served.server.url.replace(/dev$/, 'unknown')
  const client = createPublicClient({ transport: http(url, patient) })
  await expect(client.getBlockNumber()).rejects.toMatchObject({
    name: 'ResourceNotFoundRpcError',
    code: -32001,
    details: 'invalid API key',
  })
})

it('viem reads a block with uncles in process', async () => {
  const client = createPublicClient({ transport: custom(served.server) })
  const { header } = served.withUncles
  const block = await client.getBlock({
    blockNumber: BigInt(header.number),
    includeTransactions: true,
  })
  expect(block).toEqual(viemBlock(served.withUncles, { full: true }))
})

function eip2930Hash(): `0x${string}` {
  const transactions = served.blocks.flatMap((block) => block.transactions)
  return present(transactions.find(({ type }) => type === 1)).hash
}

async function expectOwnHash(transaction: Transaction): Promise<void> {
  const serializedTransaction = serialize(transaction)
  expect(keccak256(serializedTransaction)).toBe(transaction.hash)
  const signer = await recoverTransactionAddress({
    serializedTransaction: serializedTransaction as Parameters<
      typeof recoverTransactionAddress
    >[0]['serializedTransaction'],
  })
  expect(signer.toLowerCase()).toBe(transaction.from)
}

function serialize(transaction: Transaction): `0x${string}` {
  const { input, r, s, v, yParity } = transaction
  return serializeTransaction(
    { ...transaction, data: input } as unknown as TransactionSerializable,
    yParity === undefined ? { r, s, v } : { r, s, yParity },
  )
}

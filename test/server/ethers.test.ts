import {
  BrowserProvider,
  type Block as EthersBlock,
  type JsonRpcApiProvider,
  JsonRpcProvider,
  Transaction,
  type TransactionReceipt,
  type TransactionResponse,
  WebSocketProvider,
} from 'ethers'
import { afterAll, describe, expect, it } from 'vitest'
import {
  ethersBlock,
  ethersLogs,
  ethersReceipt,
  ethersSignature,
  ethersTransaction,
} from '../support/clients/ethersObjects.ts'
import { quantity, transactionJson } from '../support/clients/infuraJson.ts'
import { present, type ServedChain, serveChain } from '../support/clients/servedChain.ts'

const served = await serveChain()

// By default ethers caches answers for a quarter of a second.
const options = { cacheTimeout: -1 }

const transports: Readonly<Record<string, () => JsonRpcApiProvider>> = {
  // Here it collects requests for 10 ms and sends them as a batch.
  HTTP: () => new JsonRpcProvider(served.server.url, undefined, options),
  WebSocket: () => new WebSocketProvider(served.server.wsUrl, undefined, options),
}

const unknownHash = `0x${'11'.repeat(32)}`

describe.each(Object.entries(transports))('ethers over %s', (_, open) => {
  const provider = open()
  afterAll(() => provider.destroy())

  it('reads the chain id', async () => {
    expect((await provider.getNetwork()).chainId).toBe(1337n)
    expect(await provider.getBlockNumber()).toBe(served.head.header.number)
  })

  it('reads every block, with hashes', async () => {
    await Promise.all(
      served.blocks.map(async (block) => {
        for (const name of [block.header.number, block.hash]) {
          const found = present(await provider.getBlock(name))
          expect(blockFields(found)).toEqual(ethersBlock(block))
          expect(found.transactions).toEqual(block.transactions.map(({ hash }) => hash))
        }
      }),
    )
  })

  it('reads every block, with full transactions', async () => {
    await Promise.all(
      served.blocks.map(async (block) => {
        for (const name of [block.header.number, block.hash]) {
          const found = present(await provider.getBlock(name, true))
          expect(blockFields(found)).toEqual(ethersBlock(block))
          expect(found.prefetchedTransactions).toHaveLength(block.transactions.length)
          for (const [index, transaction] of found.prefetchedTransactions.entries()) {
            expectTransaction(transaction, block, index)
          }
        }
      }),
    )
  })

  it('reads every transaction, by its hash and by its index', async () => {
    await Promise.all(
      served.blocks.flatMap((block) =>
        block.transactions.map(async ({ hash }, index) => {
          expectTransaction(present(await provider.getTransaction(hash)), block, index)
          // ethers has no function for these methods.
          const byNumber = [quantity(block.header.number), quantity(index)]
          const byHash = [block.hash, quantity(index)]
          const expected = transactionJson(block, index)
          expect(await provider.send('eth_getTransactionByBlockNumberAndIndex', byNumber)).toEqual(
            expected,
          )
          expect(await provider.send('eth_getTransactionByBlockHashAndIndex', byHash)).toEqual(
            expected,
          )
        }),
      ),
    )
  })

  it('reads every receipt, one by one and by block', async () => {
    await Promise.all(
      served.blocks.map(async (block) => {
        for (const [index, { hash }] of block.transactions.entries()) {
          expectReceipt(present(await provider.getTransactionReceipt(hash)), block, index)
        }
      }),
    )
  })

  it('reads the block of each tag', async () => {
    const head = served.head.header.number
    for (const [tag, number] of [
      ['latest', head],
      ['earliest', 0],
      ['safe', head - served.chain.finality.safe],
      ['finalized', head - served.chain.finality.finalized],
    ] as const) {
      const found = present(await provider.getBlock(tag))
      expect(blockFields(found)).toEqual(ethersBlock(present(served.blocks[number])))
    }
  })

  it('cannot format a pending block without a number', async () => {
    // ethers allows a block without hash and nonce, but requires a number, which is null here according to the seed.
    await expect(provider.getBlock('pending')).rejects.toMatchObject({ code: 'BAD_DATA' })
    expect(await provider.send('eth_getBlockByNumber', ['pending', false])).toMatchObject({
      number: null,
      hash: null,
      nonce: null,
      logsBloom: null,
      parentHash: served.head.hash,
      transactions: served.pending.transactions.map(({ hash }) => hash),
    })
  })

  it('returns null for missing objects', async () => {
    expect(await provider.getBlock(served.head.header.number + 1)).toBeNull()
    expect(await provider.getBlock(unknownHash)).toBeNull()
    expect(await provider.getTransaction(unknownHash)).toBeNull()
    expect(await provider.getTransactionReceipt(unknownHash)).toBeNull()
  })

  it('reports the code of a bad parameter', async () => {
    // ethers has its own words for some codes, and passes the others on under `error`.
    await expect(provider.send('eth_getBlockByNumber', ['12', true])).rejects.toMatchObject({
      error: { code: -32602 },
    })
  })

  it('reproduces each hash from its transaction, and recovers each sender', async () => {
    const { chainId } = await provider.getNetwork()
    await Promise.all(
      served.blocks.map(async ({ header }) => {
        const block = present(await provider.getBlock(header.number, true))
        for (const transaction of block.prefetchedTransactions) {
          // The infura dialect omits the chain id of an EIP-2930 transaction: the signed data contains it, so a client
          // has to take it from the chain. In a legacy transaction it is part of v, if there is one.
          const isEip2930 = transaction.type === 1
          expectOwnHash(transaction, isEip2930 ? chainId : transaction.chainId)
        }
      }),
    )
  })
})

it('ethers computes a wrong EIP-2930 hash from the infura dialect alone', async () => {
  const provider = new JsonRpcProvider(served.server.url)
  const transactions = served.blocks.flatMap((block) => block.transactions)
  const { hash } = present(transactions.find(({ type }) => type === 1))
  const found = present(await provider.getTransaction(hash))
  expect(found.chainId).toBeNull()
  expect(() => Transaction.from(found)).toThrow('hash mismatch')
  provider.destroy()
})

it('ethers computes every hash from the geth dialect alone', async () => {
  const { url } = served.server.endpoint('ethers-geth', { dialect: 'geth' })
  const provider = new JsonRpcProvider(url)
  await Promise.all(
    served.blocks.map(async ({ header }) => {
      const block = present(await provider.getBlock(header.number, true))
      for (const transaction of block.prefetchedTransactions) {
        expectOwnHash(transaction, transaction.chainId)
      }
    }),
  )
  const pending = present(await provider.getBlock('pending', true))
  expect(pending).toMatchObject({ number: served.pending.header.number, hash: null })
  expect(pending.transactions).toEqual(served.pending.transactions.map(({ hash }) => hash))
  provider.destroy()
})

it('ethers reports the HTTP status for an unknown API key', async () => {
  const url = served.server.url.replace(/dev$/, 'unknown')
  // Without a network it would request the chain id every second forever.
  const provider = new JsonRpcProvider(url, 1337, { staticNetwork: true })
  await expect(provider.getBlockNumber()).rejects.toMatchObject({
    code: 'SERVER_ERROR',
    response: { statusCode: 401 },
  })
  provider.destroy()
})

it('ethers reads a block with uncles in process', async () => {
  const provider = new BrowserProvider(served.server)
  const { hash, transactions } = served.withUncles
  const block = present(await provider.getBlock(hash, true))
  expect(blockFields(block)).toEqual(ethersBlock(served.withUncles))
  expect(block.prefetchedTransactions).toHaveLength(transactions.length)
  for (const [index, transaction] of block.prefetchedTransactions.entries()) {
    expectTransaction(transaction, served.withUncles, index)
  }
  provider.destroy()
})

function blockFields(block: EthersBlock): object {
  const { provider, ...fields } = block
  return fields
}

function expectTransaction(
  response: TransactionResponse,
  block: ServedChain['head'],
  index: number,
): void {
  const { provider, signature, ...fields } = response
  expect(fields).toEqual(ethersTransaction(block, index))
  expect(signature).toMatchObject(ethersSignature(present(block.transactions[index])))
}

function expectReceipt(
  receipt: TransactionReceipt,
  block: ServedChain['head'],
  index: number,
): void {
  const { provider, ...fields } = receipt
  expect(fields).toEqual(ethersReceipt(block, index))
  expect(receipt.logs.map(({ provider, ...log }) => log)).toEqual(ethersLogs(block, index))
}

/** Rebuilds a transaction from its fields, without the served hash and sender. */
function expectOwnHash(response: TransactionResponse, chainId: bigint | null): void {
  const own = Transaction.from({ ...response, chainId, hash: null, from: null })
  expect(own.hash).toBe(response.hash)
  expect(own.from).toBe(response.from)
}

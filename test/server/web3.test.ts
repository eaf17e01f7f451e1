import { describe, expect, it } from 'vitest'
import { Web3 } from 'web3'
import { present, serveChain } from '../support/clients/servedChain.ts'
import {
  web3Block,
  web3Receipt,
  web3Transaction,
  web3Uncle,
} from '../support/clients/web3Objects.ts'

const unknownHash = `0x${'11'.repeat(32)}`

const served = await serveChain()

const providers = {
  'over HTTP': () => served.server.url,
  'in the same process': () => served.server,
}

describe.each(Object.entries(providers))('web3.js %s', (name, provider) => {
  const web3 = new Web3(provider())

  it('reads the chain id', async () => {
    expect(await web3.eth.getChainId()).toBe(1337n)
    expect(await web3.eth.net.getId()).toBe(1337n)
    expect(await web3.eth.getBlockNumber()).toBe(BigInt(served.head.header.number))
    expect(await web3.eth.isSyncing()).toBe(false)
    expect(await web3.eth.getNodeInfo()).toMatch(/^ommer\//)
  })

  it.each([false, true])('reads every block, with full transactions: %s', async (full) => {
    for (const block of served.blocks) {
      const expected = web3Block(block, { full })
      expect(await web3.eth.getBlock(block.header.number, full)).toEqual(expected)
      expect(await web3.eth.getBlock(block.hash, full)).toEqual(expected)
    }
  })

  it('counts the transactions and uncles of every block', async () => {
    for (const { hash, header, transactions, uncles } of served.blocks) {
      for (const name of [header.number, hash]) {
        expect(await web3.eth.getBlockTransactionCount(name)).toBe(BigInt(transactions.length))
        expect(await web3.eth.getBlockUncleCount(name)).toBe(BigInt(uncles.length))
      }
    }
  })

  it('reads every uncle, and null past the last', async () => {
    for (const { hash, header, uncles } of served.blocks) {
      for (const [index, uncle] of [...uncles, undefined].entries()) {
        const expected = uncle ? web3Uncle(uncle) : null
        expect(await web3.eth.getUncle(header.number, index)).toEqual(expected)
        expect(await web3.eth.getUncle(hash, index)).toEqual(expected)
      }
    }
  })

  it('reads every transaction, by its index and by its hash', async () => {
    for (const block of served.blocks) {
      await Promise.all(
        block.transactions.map(async ({ hash }, index) => {
          const expected = web3Transaction(block, index)
          const { number } = block.header
          expect(await web3.eth.getTransactionFromBlock(number, index)).toEqual(expected)
          expect(await web3.eth.getTransactionFromBlock(block.hash, index)).toEqual(expected)
          expect(await web3.eth.getTransaction(hash)).toEqual(expected)
        }),
      )
    }
  })

  it('reads every receipt', async () => {
    for (const block of served.blocks) {
      await Promise.all(
        block.transactions.map(async ({ hash }, index) => {
          expect(await web3.eth.getTransactionReceipt(hash)).toEqual(web3Receipt(block, index))
        }),
      )
    }
  })

  it('reads the block of each tag', async () => {
    const head = served.head.header.number
    for (const [tag, number] of [
      ['latest', head],
      ['earliest', 0],
      ['safe', head - served.chain.finality.safe],
      ['finalized', head - served.chain.finality.finalized],
    ] as const) {
      const block = present(served.blocks[number])
      expect(await web3.eth.getBlock(tag)).toEqual(web3Block(block, { full: false }))
    }
  })

  it('reads the pending block, without its undetermined fields', async () => {
    for (const full of [false, true]) {
      expect(await web3.eth.getBlock('pending', full)).toEqual(
        web3Block(served.pending, { full, pending: true }),
      )
    }
  })

  it('reports missing objects', async () => {
    const above = served.head.header.number + 1
    expect(await web3.eth.getBlock(above)).toBeNull()
    expect(await web3.eth.getBlock(unknownHash)).toBeNull()
    expect(await web3.eth.getUncle(above, 0)).toBeNull()
    expect(await web3.eth.getTransactionFromBlock(above, 0)).toBeNull()
    const notFound = { name: 'TransactionNotFound' }
    await expect(web3.eth.getTransaction(unknownHash)).rejects.toMatchObject(notFound)
    await expect(web3.eth.getTransactionReceipt(unknownHash)).rejects.toMatchObject(notFound)
  })

  it('reports the code of a bad parameter', async () => {
    const error = { code: -32602 }
    await expect(send(web3, 'eth_getBlockByNumber', ['12', true])).rejects.toMatchObject(
      // Over HTTP it wraps the error.
      name === 'over HTTP' ? { cause: error } : error,
    )
  })
})

it('web3.js reports the HTTP status for an unknown API key', async () => {
  const web3 = new Web3(served.server.url.replace(/dev$/, 'unknown'))
  await expect(web3.eth.getBlockNumber()).rejects.toMatchObject({
    name: 'ResponseError',
    statusCode: 401,
    cause: { code: -32001 },
  })
})

/** Sends what web3.js has no function for, or refuses. */
function send(web3: Web3, method: string, params: unknown[]): Promise<unknown> {
  return web3.requestManager.send({ method, params } as never)
}

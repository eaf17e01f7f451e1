import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ForeignNode, post } from './foreignNode.ts'

/** A node with eth_getBlockReceipts before one that has not got it: the rest of that one can be looked at, too. */
export interface ReceiptsProxy {
  readonly url: string
  close(): Promise<void>
}

interface Request {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** Asks for receipts one by one, and lets through all else as it comes. */
export async function startReceiptsProxy(node: ForeignNode): Promise<ReceiptsProxy> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { id, method, params } = JSON.parse(body) as Request
    response.setHeader('content-type', 'application/json')
    if (method !== 'eth_getBlockReceipts') {
      response.end(await post(node.url, body))
      return
    }
    const result = await receiptsOf(node, params[0])
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function receiptsOf(node: ForeignNode, height: unknown): Promise<unknown> {
  const block = await node.ask<{ readonly transactions: readonly string[] } | null>(
    'eth_getBlockByNumber',
    [height, false],
  )
  if (block === null) return null
  return Promise.all(
    block.transactions.map((hash) => node.ask('eth_getTransactionReceipt', [hash])),
  )
}

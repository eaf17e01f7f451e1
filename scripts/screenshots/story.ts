import type { Chain } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { Server } from '../../src/server/serve.ts'

/** The selector of `transfer(address,uint256)`. */
const TRANSFER = '0xa9059cbb'

/** What the pictures show. */
export interface Story {
  /** of a transfer of a token */
  readonly transfer: Hex
  /** of that token */
  readonly symbol: string
}

/** Moves the endpoint as a test does, while a client reads it. */
export async function tellStory(server: Server, chain: Chain): Promise<Story> {
  await server.setFinality({ safe: 4, finalized: 8 })
  await readAsClient(server)
  await server.reorg({ depth: 3, length: 2 })
  await server.mine(2)
  await server.reorg({ depth: 1, length: 2 })
  server.setFaults([
    { methods: 'eth_getLogs', fault: { kind: 'rateLimit' } },
    { methods: 'eth_getBlockReceipts', fault: { kind: 'null' } },
  ])
  await readAsClient(server)
  return { transfer: findTransfer(chain), symbol: chain.contract('token').symbol }
}

/** What an indexer asks about the head. */
async function readAsClient({ url }: Server): Promise<void> {
  const calls = [
    ['eth_chainId'],
    ['eth_blockNumber'],
    ['eth_getBlockByNumber', 'latest', true],
    ['eth_getBlockReceipts', 'latest'],
    ['eth_getLogs', { fromBlock: '0x20', toBlock: 'latest' }],
    ['eth_getUncleByBlockNumberAndIndex', '0x25', '0x0'],
    ['eth_getBlockByNumber', 'finalized', false],
  ] as const
  for (const [method, ...params] of calls) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    await (await fetch(url, { method: 'POST', headers, body })).text()
  }
}

/** The newest transfer of the first token to somebody else. */
function findTransfer(chain: Chain): Hex {
  const token = chain.contract('token').address
  for (let number = chain.tree.head.number; number > 0; number--) {
    const found = chain
      .blockByNumber(number)
      ?.transactions.find(
        ({ to, from, input }) =>
          to?.toLowerCase() === token.toLowerCase() &&
          input.startsWith(TRANSFER) &&
          !input.includes(from.slice(2)),
      )
    if (found !== undefined) return found.hash
  }
  throw new Error('no block has a transfer of the token')
}

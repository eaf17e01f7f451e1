// Indexes the transfers of tokens up to the head, with a call for each, and prints them: run.mjs URL TOKEN...
import { createHttpRpcClient, createIndexer } from 'chainsauce'
import { parseAbi } from 'viem'

const [url, ...tokens] = process.argv.slice(2)
const Token = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
])
const rows = []
const indexer = createIndexer({
  chain: { id: 1337, rpcClient: createHttpRpcClient({ url }), maxBlockRange: 20n },
  contracts: { Token },
  context: {},
})
indexer.on('Token:Transfer', async ({ event, readContract }) => {
  const balance = await readContract({
    contract: 'Token',
    address: event.address,
    functionName: 'balanceOf',
    args: [event.params.to],
  })
  rows.push({
    block_number: event.blockNumber,
    transaction_hash: event.transactionHash,
    log_index: event.logIndex,
    token: event.address,
    from: event.params.from,
    to: event.params.to,
    value: event.params.value,
    balance,
  })
})
for (const address of tokens) indexer.subscribeToContract({ contract: 'Token', address })
await indexer.indexToBlock('latest')
const replacer = (_, value) => (typeof value === 'bigint' ? `${value}` : value)
console.log(JSON.stringify(rows, replacer))

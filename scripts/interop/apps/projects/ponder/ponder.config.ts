import { createConfig } from 'ponder'
import { parseAbi } from 'viem'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function balanceOf(address) view returns (uint256)',
])

export default createConfig({
  database: { kind: 'pglite' },
  chains: { mainnet: { id: 1337, rpc: process.env.RPC_URL, pollingInterval: 200 } },
  contracts: { Token: { chain: 'mainnet', abi } },
})

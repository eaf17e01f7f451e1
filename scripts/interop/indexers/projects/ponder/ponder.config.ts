import { createConfig } from 'ponder'
import { parseAbi } from 'viem'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function mint(address to, uint256 value)',
])

// geth traces every block but genesis, from which Ponder starts by default.
const startBlock = 1

export default createConfig({
  database: { kind: 'pglite' },
  chains: { mainnet: { id: 1337, rpc: process.env.RPC_URL, pollingInterval: 200 } },
  contracts: { Token: { chain: 'mainnet', abi, startBlock, includeCallTraces: true } },
  accounts: {
    Payer: { chain: 'mainnet', startBlock, address: JSON.parse(process.env.PAYERS ?? '[]') },
  },
})

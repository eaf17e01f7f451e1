import { createConfig } from 'ponder'
import { http, parseAbi } from 'viem'

/** [{ chainId, url }, ...] */
const given = JSON.parse(process.env.CHAINS ?? '[]')
const pollingInterval = Number(process.env.POLLING_INTERVAL)
const byName = (of) =>
  Object.fromEntries(given.map((chain) => [`chain${chain.chainId}`, of(chain)]))

const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
// All tokens, because some are deployed later.
const start = byName(() => ({ startBlock: 0 }))
const usual = { pollingInterval, disableCache: true }
const networks = {
  networks: byName(({ chainId, url }) => ({ chainId, transport: http(url), ...usual })),
  contracts: { Token: { abi, network: start } },
}
const chains = {
  chains: byName(({ chainId, url }) => ({ id: chainId, rpc: url, ...usual })),
  contracts: { Token: { abi, chain: start } },
}

export default createConfig({
  ordering: process.env.ORDERING,
  database: { kind: 'postgres', connectionString: process.env.DATABASE_URL },
  // Up to 0.10 Ponder calls them networks.
  ...(process.env.HAS_NETWORKS === 'true' ? networks : chains),
})

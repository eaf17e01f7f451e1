import type { Genesis } from '../../../src/chain/genesis/genesis.ts'

/** The header of a genesis under the rules under which geth runs tests of Amsterdam, without its gas limit. */
export const genesisHeader = {
  timestamp: 0,
  difficulty: 0n,
  extraData: '0x',
  miner: `0x${'00'.repeat(20)}`,
  mixHash: `0x${'00'.repeat(32)}`,
  nonce: '0x0000000000000000',
  baseFeePerGas: 7n,
  excessBlobGas: 0n,
} as const satisfies Omit<Genesis, 'gasLimit' | 'accounts'>

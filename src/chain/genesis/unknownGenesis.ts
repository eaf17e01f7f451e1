import type { Genesis } from './genesis.ts'

/** For a chain whose genesis is not known. */
export const UNKNOWN_GENESIS: Genesis = {
  timestamp: 0,
  gasLimit: 0n,
  difficulty: 0n,
  extraData: '0x',
  miner: `0x${'00'.repeat(20)}`,
  mixHash: `0x${'00'.repeat(32)}`,
  nonce: '0x0000000000000000',
  accounts: [],
}

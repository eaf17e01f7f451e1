import type { SendingRules } from '../../src/pool/validateSent.ts'

/** What a node accepts from its clients, unless a test changes it. */
export const sendingRules: SendingRules = {
  chainId: 1337,
  hasReplayProtection: true,
  fork: 'osaka',
  gasLimit: 60_000_000n,
  feeCapEther: 1,
  tipMin: 1n,
  feeMin: 0n,
  limitsGas: true,
  replacesByFeeCap: false,
  allowsUnprotected: false,
}

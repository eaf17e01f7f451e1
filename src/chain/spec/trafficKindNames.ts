/**
 * The names of all kinds of traffic, sorted. They are separate from the kinds so that reading blocks does not load the
 * code of the kinds.
 */
export const kindNames = [
  'access-list-creation',
  'access-list-transfer',
  'blob-transfer',
  'burst',
  'collectible-creation',
  'collectible-mint',
  'collectible-transfer',
  'delegate-creation',
  'delegation',
  'factory-call',
  'factory-creation',
  'fee-market-transfer',
  'gas-surge',
  'large-log',
  'legacy-creation',
  'legacy-transfer',
  'log-topics',
  'logger-creation',
  'mortal-creation',
  'multi-token-batch',
  'multi-token-creation',
  'multi-token-transfer',
  'multicall',
  'multicall-creation',
  'out-of-gas-transfer',
  'pool-creation',
  'pool-swap',
  'refused-swap',
  'reverted-transfer',
  'self-destruct',
  'self-transfer',
  'token-approval',
  'token-creation',
  'token-transfer',
  'unprotected-transfer',
  'zero-transfer',
] as const

export type KindName = (typeof kindNames)[number]

import { createDialect } from './createDialect.ts'

/** Follows sections 2 and 3 of Infura's documentation to the letter, including null fields. */
export const infura = createDialect('infura', {
  hasTotalDifficulty: true,
  hasBlockTimestamp: false,
  // "returned only for EIP-1559 transactions": those with its fees
  chainIdSince: 2,
  hasPaddedSignature: true,
  pendingNulls: ['number', 'hash', 'nonce', 'logsBloom'],
  headerNulls: [],
  hasReceiptTimestamp: false,
  listsImpersonated: false,
  showsSignedFields: true,
  hasChecksums: true,
})

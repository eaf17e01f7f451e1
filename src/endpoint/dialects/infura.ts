import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'

/** Follows sections 2 and 3 of Infura's documentation to the letter, including null fields. */
export const infura = createDialect(
  'infura',
  {
    hasTotalDifficulty: true,
    hasBlockTimestamp: false,
    // "returned only for EIP-1559 transactions": those with its fees
    chainIdSince: 2,
    hasPaddedSignature: true,
    pendingNulls: ['number', 'hash', 'nonce', 'logsBloom'],
    headerNulls: [],
    hasReceiptTimestamp: false,
    hasBlobPriceAlways: false,
    listsImpersonated: false,
    showsSignedFields: true,
    hasPriceOfCap: false,
    hasChecksums: true,
  },
  strictRules,
  {
    // The message of docs.infura.io, Avoid rate limiting; `data` as the service sends it.
    rateLimit: {
      status: 429,
      code: 'LIMIT_EXCEEDED',
      message: 'daily request count exceeded, request rate limited',
      data: (seconds) => ({
        rate: { allowed_rps: 1, backoff_seconds: seconds, current_rps: 1.4333333333333333 },
        see: 'https://infura.io/dashboard',
      }),
      hasRetryAfter: true,
      source: 'status-im/status-go#4807; docs.infura.io, Avoid rate limiting',
    },
    unknown: [],
  },
)

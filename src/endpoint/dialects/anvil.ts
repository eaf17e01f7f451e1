import { createDialect } from './createDialect.ts'

/** Matches Anvil 1.7: what a node for development lets pass, and how it writes it. */
export const anvil = createDialect(
  'anvil',
  {
    hasTotalDifficulty: true,
    hasBlockTimestamp: true,
    chainIdSince: 0,
    hasPaddedSignature: false,
    pendingNulls: [],
    headerNulls: [],
    hasReceiptTimestamp: true,
    listsImpersonated: true,
    showsSignedFields: false,
    hasChecksums: false,
  },
  {
    suggestedTipMin: 1_000_000_000n,
    limitsFees: false,
    refusesLowFees: true,
    limitsGas: false,
    fillsIn: true,
    allowsCheapCalls: true,
    estimatesExactly: true,
    readsOtherSpellings: true,
  },
)

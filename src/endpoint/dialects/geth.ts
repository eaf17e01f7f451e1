import { addedHeaderFieldNames } from '../../chain/encoding/header.ts'
import { createDialect } from './createDialect.ts'
import { type DialectStyle, strictRules } from './dialect.ts'

/** The responses of geth in the tests of ethereum/execution-apis. */
export const gethStyle: DialectStyle = {
  hasTotalDifficulty: false,
  hasBlockTimestamp: true,
  chainIdSince: 0,
  hasPaddedSignature: false,
  pendingNulls: ['hash', 'nonce', 'miner'],
  // As in core/types/gen_header_json.go; the last two are of forks that no chain here supports.
  headerNulls: [...addedHeaderFieldNames, 'blockAccessListHash', 'slotNumber'],
  hasReceiptTimestamp: false,
  hasBlobPriceAlways: false,
  listsImpersonated: false,
  showsSignedFields: true,
  hasPriceOfCap: false,
  hasChecksums: true,
}

/** Other dialects differ from this one as their facts say. */
export const geth = createDialect('geth', gethStyle, strictRules, {
  prunedHistory: {
    blocks: 'error',
    receipts: 'error',
    logs: 'error',
    movesEarliest: true,
    code: 4444,
    message: 'pruned history unavailable',
    source:
      'ethereum/go-ethereum v1.17.10 core/history/historymode.go, eth/api_backend.go, eth/filters/api.go',
  },
  unknown: [],
})

import { addedHeaderFieldNames } from '../../chain/encoding/header.ts'
import { createDialect } from './createDialect.ts'

/** Matches the responses of geth in the tests of ethereum/execution-apis. */
export const geth = createDialect('geth', {
  hasTotalDifficulty: false,
  hasBlockTimestamp: true,
  chainIdSince: 0,
  hasPaddedSignature: false,
  pendingNulls: ['hash', 'nonce', 'miner'],
  // As in core/types/gen_header_json.go; the last two are of forks that no chain here supports.
  headerNulls: [...addedHeaderFieldNames, 'blockAccessListHash', 'slotNumber'],
  hasReceiptTimestamp: false,
  listsImpersonated: false,
  showsSignedFields: true,
  hasChecksums: true,
})

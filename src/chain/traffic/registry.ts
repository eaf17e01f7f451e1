import { accessListTransfer } from './accessListTransfer.ts'
import { contractCreation } from './contractCreation.ts'
import { feeMarketTransfer } from './feeMarketTransfer.ts'
import type { TrafficKind } from './kind.ts'
import { legacyTransfer } from './legacyTransfer.ts'
import { outOfGasTransfer } from './outOfGasTransfer.ts'
import { revertedTransfer } from './revertedTransfer.ts'
import { tokenApproval } from './tokenApproval.ts'
import { tokenTransfer } from './tokenTransfer.ts'
import { unprotectedTransfer } from './unprotectedTransfer.ts'

/** Every kind of traffic, by name. To add one, write its file and list it here. */
export const trafficKinds: readonly TrafficKind[] = [
  accessListTransfer,
  contractCreation,
  feeMarketTransfer,
  legacyTransfer,
  outOfGasTransfer,
  revertedTransfer,
  tokenApproval,
  tokenTransfer,
  unprotectedTransfer,
]

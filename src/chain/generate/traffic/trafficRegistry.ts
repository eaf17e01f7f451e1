import type { KindName } from '../../spec/trafficKindNames.ts'
import type { TrafficKind } from './kind.ts'
import { accessListCreation } from './kinds/accessListCreation.ts'
import { accessListTransfer } from './kinds/accessListTransfer.ts'
import { blobTransfer } from './kinds/blobTransfer.ts'
import { builderDeposit } from './kinds/builderDeposit.ts'
import { builderExit } from './kinds/builderExit.ts'
import { burst } from './kinds/burst.ts'
import { clearedSlots } from './kinds/clearedSlots.ts'
import { collectibleCreation } from './kinds/collectibleCreation.ts'
import { collectibleMint } from './kinds/collectibleMint.ts'
import { collectibleTransfer } from './kinds/collectibleTransfer.ts'
import { delegateCreation } from './kinds/delegateCreation.ts'
import { delegation } from './kinds/delegation.ts'
import { destroyedPayment } from './kinds/destroyedPayment.ts'
import { deterministicCreation } from './kinds/deterministicCreation.ts'
import { factoryCall } from './kinds/factoryCall.ts'
import { factoryCreation } from './kinds/factoryCreation.ts'
import { feeMarketTransfer } from './kinds/feeMarketTransfer.ts'
import { gasSurge } from './kinds/gasSurge.ts'
import { largeLog } from './kinds/largeLog.ts'
import { legacyCreation } from './kinds/legacyCreation.ts'
import { legacyTransfer } from './kinds/legacyTransfer.ts'
import { loggerCreation } from './kinds/loggerCreation.ts'
import { logTopics } from './kinds/logTopics.ts'
import { mortalCreation } from './kinds/mortalCreation.ts'
import { multicall } from './kinds/multicall.ts'
import { multicallCreation } from './kinds/multicallCreation.ts'
import { multiTokenBatch } from './kinds/multiTokenBatch.ts'
import { multiTokenCreation } from './kinds/multiTokenCreation.ts'
import { multiTokenTransfer } from './kinds/multiTokenTransfer.ts'
import { outOfGasTransfer } from './kinds/outOfGasTransfer.ts'
import { poolCreation } from './kinds/poolCreation.ts'
import { poolSwap } from './kinds/poolSwap.ts'
import { refusedSwap } from './kinds/refusedSwap.ts'
import { revertedTransfer } from './kinds/revertedTransfer.ts'
import { selfDestruct } from './kinds/selfDestruct.ts'
import { selfTransfer } from './kinds/selfTransfer.ts'
import { slotLog } from './kinds/slotLog.ts'
import { tokenApproval } from './kinds/tokenApproval.ts'
import { tokenCreation } from './kinds/tokenCreation.ts'
import { tokenTransfer } from './kinds/tokenTransfer.ts'
import { unprotectedTransfer } from './kinds/unprotectedTransfer.ts'
import { zeroTransfer } from './kinds/zeroTransfer.ts'

/** All kinds of traffic, sorted by name. To add one, write its file, and list it here and in trafficKindNames.ts. */
export const trafficKinds = {
  'access-list-creation': accessListCreation,
  'access-list-transfer': accessListTransfer,
  'blob-transfer': blobTransfer,
  'builder-deposit': builderDeposit,
  'builder-exit': builderExit,
  burst,
  'cleared-slots': clearedSlots,
  'collectible-creation': collectibleCreation,
  'collectible-mint': collectibleMint,
  'collectible-transfer': collectibleTransfer,
  'delegate-creation': delegateCreation,
  delegation,
  'destroyed-payment': destroyedPayment,
  'deterministic-creation': deterministicCreation,
  'factory-call': factoryCall,
  'factory-creation': factoryCreation,
  'fee-market-transfer': feeMarketTransfer,
  'gas-surge': gasSurge,
  'large-log': largeLog,
  'legacy-creation': legacyCreation,
  'legacy-transfer': legacyTransfer,
  'log-topics': logTopics,
  'logger-creation': loggerCreation,
  'mortal-creation': mortalCreation,
  'multi-token-batch': multiTokenBatch,
  'multi-token-creation': multiTokenCreation,
  'multi-token-transfer': multiTokenTransfer,
  multicall,
  'multicall-creation': multicallCreation,
  'out-of-gas-transfer': outOfGasTransfer,
  'pool-creation': poolCreation,
  'pool-swap': poolSwap,
  'refused-swap': refusedSwap,
  'reverted-transfer': revertedTransfer,
  'self-destruct': selfDestruct,
  'self-transfer': selfTransfer,
  'slot-log': slotLog,
  'token-approval': tokenApproval,
  'token-creation': tokenCreation,
  'token-transfer': tokenTransfer,
  'unprotected-transfer': unprotectedTransfer,
  'zero-transfer': zeroTransfer,
} as const satisfies Readonly<Record<KindName, TrafficKind>>

import { batchOneError } from './kinds/batchOneError.ts'
import { batchReordered } from './kinds/batchReordered.ts'
import { batchShortened } from './kinds/batchShortened.ts'
import { corrupt } from './kinds/corrupt.ts'
import { cutOff } from './kinds/cutOff.ts'
import { emptyLogs } from './kinds/emptyLogs.ts'
import { error } from './kinds/error.ts'
import { indexing } from './kinds/indexing.ts'
import { lastHeadOnly } from './kinds/lastHeadOnly.ts'
import { latency } from './kinds/latency.ts'
import { lostTransaction } from './kinds/lostTransaction.ts'
import { malformed } from './kinds/malformed.ts'
import { messageDelayed } from './kinds/messageDelayed.ts'
import { messageDoubled } from './kinds/messageDoubled.ts'
import { missingId } from './kinds/missingId.ts'
import { noSideBlocks } from './kinds/noSideBlocks.ts'
import { nullResult } from './kinds/null.ts'
import { otherBranchReceipts } from './kinds/otherBranchReceipts.ts'
import { previousBlock } from './kinds/previousBlock.ts'
import { prunedHistory } from './kinds/prunedHistory.ts'
import { prunedState } from './kinds/prunedState.ts'
import { rateLimit } from './kinds/rateLimit.ts'
import { raw } from './kinds/raw.ts'
import { reset } from './kinds/reset.ts'
import { serverError } from './kinds/serverError.ts'
import { socketClosed } from './kinds/socketClosed.ts'
import { staleHead } from './kinds/staleHead.ts'
import { staleState } from './kinds/staleState.ts'
import { timeOut } from './kinds/timeOut.ts'
import { truncatedLogs } from './kinds/truncatedLogs.ts'
import { wrongId } from './kinds/wrongId.ts'

/** Every kind of fault. To add one, write its file in `kinds/` and list it here. */
export const faultKinds = {
  latency,
  rateLimit,
  serverError,
  timeOut,
  reset,
  cutOff,
  malformed,
  wrongId,
  missingId,
  null: nullResult,
  staleHead,
  staleState,
  prunedState,
  prunedHistory,
  indexing,
  noSideBlocks,
  otherBranchReceipts,
  previousBlock,
  emptyLogs,
  truncatedLogs,
  lostTransaction,
  error,
  raw,
  corrupt,
  batchReordered,
  batchShortened,
  batchOneError,
  socketClosed,
  messageDelayed,
  messageDoubled,
  lastHeadOnly,
} as const

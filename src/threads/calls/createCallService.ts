import { availableParallelism } from 'node:os'
import { startThread } from '../startThread.ts'
import { CallService } from './callService.ts'
import { LONG_JOBS } from './longJobs.ts'

/** Limits on calls, as a user sets them. */
export interface CallLimits {
  /** in gas: for all calls of one request; 0 for no limit */
  readonly gas: number
  /** in seconds; 0 for no limit */
  readonly timeoutSeconds: number
}

/** See "How calls are run" in docs/architecture.md, also for how these were measured. */
export const SHORT_WORK = { steps: 2500, gas: 200_000, milliseconds: 4 }
const FIRST_WORK = { steps: 500, gas: 40_000, milliseconds: 1 }
/** The gas of transactions is mostly that of slots: calls of system contracts alone take 80,000. */
const WHOLE_WORK = new Map([
  ['executeTransactions', { steps: 5000, gas: 500_000, milliseconds: 5 }],
])
/** Many times what a loop needs to notice, and less than a client minds. */
const ABORT_MS = 200
const IDLE_MS = 30_000
/** Many times what calls need at the default gas cap. */
const HEAP_MEBIBYTES = 512

/** The calls of a server. */
export function createCallService({ gas, timeoutSeconds }: CallLimits): CallService {
  return new CallService({
    gasCap: BigInt(gas),
    timeoutMs: timeoutSeconds * 1000,
    start: (options) => startThread('callWorker', options),
    loadJobs: async () => (await import('./jobs.ts')).jobs,
    longJobs: LONG_JOBS,
    firstWork: FIRST_WORK,
    wholeWork: WHOLE_WORK,
    shortWork: SHORT_WORK,
    threadsMax: Math.max(4, 2 * availableParallelism()),
    idleMs: IDLE_MS,
    abortMs: ABORT_MS,
    heapMebibytes: HEAP_MEBIBYTES,
  })
}

import type { JobName } from './jobs.ts'

/** Whether a job is long whatever its input. Not in jobs.ts, which loads the EVM. */
const IS_LONG: Readonly<Record<JobName, boolean>> = {
  buildBlock: true,
  call: false,
  callMany: true,
  createAccessList: false,
  creation: true,
  estimateGas: false,
  frames: true,
  intermediateRoots: true,
  involved: true,
  parityCalls: true,
  parityReplay: true,
  parityTraces: true,
  executeTransactions: false,
  simulate: true,
  storageBefore: true,
  touched: false,
  traceBlock: true,
  traceCall: true,
}

/** The jobs that run in a worker thread from the start. */
export const LONG_JOBS: ReadonlySet<string> = new Set(
  Object.entries(IS_LONG).flatMap(([name, isLong]) => (isLong ? [name] : [])),
)

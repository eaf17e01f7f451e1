import { estimateGas } from '../../chain/calls/estimateGas.ts'
import { executeTransactions } from '../../chain/calls/executeTransactions.ts'
import { storageBefore } from '../../chain/calls/replay/storageBefore.ts'
import { touched } from '../../chain/calls/replay/touched.ts'
import { answerAccessList } from './answers/answerAccessList.ts'
import { answerBuiltBlock } from './answers/answerBuiltBlock.ts'
import { answerCall } from './answers/answerCall.ts'
import { answerCallMany } from './answers/answerCallMany.ts'
import { answerIntermediateRoots } from './answers/answerIntermediateRoots.ts'
import { answerCreation, answerFrames, answerInvolved } from './answers/answerOtterscan.ts'
import { answerParityCalls } from './answers/answerParityCalls.ts'
import { answerParityReplay } from './answers/answerParityReplay.ts'
import { answerParityTraces } from './answers/answerParityTraces.ts'
import { answerSimulation } from './answers/answerSimulation.ts'
import { answerBlockTrace, answerCallTrace } from './answers/answerTrace.ts'
import type { InputOf, JobsIn, JobTable, NameIn, OutputOf } from './jobTable.ts'

const functions = {
  buildBlock: answerBuiltBlock,
  call: answerCall,
  callMany: answerCallMany,
  createAccessList: answerAccessList,
  creation: answerCreation,
  estimateGas,
  frames: answerFrames,
  intermediateRoots: answerIntermediateRoots,
  involved: answerInvolved,
  parityCalls: answerParityCalls,
  parityReplay: answerParityReplay,
  parityTraces: answerParityTraces,
  executeTransactions,
  simulate: answerSimulation,
  storageBefore,
  touched,
  traceBlock: answerBlockTrace,
  traceCall: answerCallTrace,
} satisfies JobTable

export type JobFunctions = typeof functions
export type JobName = NameIn<JobFunctions>
export type JobInput<Name extends JobName> = InputOf<JobFunctions, Name>
export type JobOutput<Name extends JobName> = OutputOf<JobFunctions, Name>

/**
 * Everything that can be run on the state after a block: one function per kind of job. Input and output are plain values,
 * because a job may run in a worker thread. A result that may be large is written as JSON there, so that it takes the main
 * thread no time. `longJobs.ts` says which always run there.
 *
 * @throws {CallError} as geth answers
 */
export const jobs: JobsIn<JobFunctions> = functions

import type { CallEnvironment } from '../chain/calls/callEnvironment.ts'
import { estimateGas } from '../chain/calls/estimateGas.ts'
import { answerAccessList } from './answers/answerAccessList.ts'
import { answerCall } from './answers/answerCall.ts'
import { answerSimulation } from './answers/answerSimulation.ts'

/**
 * Everything that can be run on the state after a block: one function per kind of job. Input and output are plain values,
 * because a job may run in a worker thread. A result that may be large is written as JSON there, so that it takes the main
 * thread no time.
 *
 * @throws {CallError} as geth answers
 */
export const jobs = {
  call: answerCall,
  createAccessList: answerAccessList,
  estimateGas,
  simulate: answerSimulation,
} satisfies Readonly<Record<string, Job>>

/** Each job has input of its own. */
export type Job = (environment: CallEnvironment, input: never) => Promise<unknown>

export type JobName = keyof typeof jobs

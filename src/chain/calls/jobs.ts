import type { CallEnvironment } from './environment.ts'

/**
 * Everything that can be run on the state after a block: one function per kind of job, in a file of its own. Input and
 * output are plain values, because a job may run in a worker thread.
 *
 * @throws {CallError} as geth answers
 */
export const jobs = {} satisfies Readonly<Record<string, Job>>

// biome-ignore lint/suspicious/noExplicitAny: placeholder until the first job
export type Job = (environment: CallEnvironment, input: any) => Promise<unknown>

export type JobName = keyof typeof jobs

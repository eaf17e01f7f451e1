import { setPriority } from 'node:os'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { CallError } from '../chain/calls/callError.ts'
import { type Ask, AskingEnvironments } from './remoteEnvironment.ts'
import type { Job } from './jobs.ts'
import {
  buffersOf,
  type JobReply,
  type JobRequest,
  type SentAnswer,
  type SentError,
  type WorkerSetup,
  withOwnBuffers,
} from './messages.ts'
import { WorkRecord } from './workRecord.ts'

/** The nice value: 0 is normal, 19 the lowest priority. */
const WORKER_PRIORITY = 10

function lowerPriority(): void {
  try {
    setPriority(WORKER_PRIORITY)
  } catch {
    // A sandbox may forbid it; calls run all the same.
  }
}

/** Runs the jobs that the main thread sends to this worker thread. */
export function serveJobs(jobs: Readonly<Record<string, Job>>): void {
  // On Linux this applies to this thread only, so the main thread stays responsive however many calls run.
  if (process.platform === 'linux') lowerPriority()
  const { port, signal } = workerData as WorkerSetup
  const environments = new AskingEnvironments(((kind, ask) => {
    Atomics.store(signal, 0, 0)
    port.postMessage({ kind, ask })
    Atomics.wait(signal, 0, 0)
    const sent: SentAnswer = receiveMessageOnPort(port)?.message
    if ('failure' in sent) throw new Error(sent.failure)
    return sent.answer
  }) as Ask)
  parentPort?.on('message', async (request: JobRequest) => {
    const reply = await run(jobs, environments, request)
    parentPort?.postMessage(reply, 'result' in reply ? buffersOf(reply.result) : [])
  })
}

async function run(
  jobs: Readonly<Record<string, Job>>,
  environments: AskingEnvironments,
  request: JobRequest,
): Promise<JobReply> {
  const work = new WorkRecord(request.shortWork)
  try {
    const job = jobs[request.name]
    if (job === undefined) throw new Error(`there is no job ${request.name}`)
    const result = await job(environments.for(request, work), request.input as never)
    return { result: withOwnBuffers(result), isShort: work.isShort }
  } catch (error) {
    return { error: toSent(error), isShort: work.isShort }
  }
}

function toSent(error: unknown): SentError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const { code, data } = error instanceof CallError ? error : { code: undefined, data: undefined }
  return { code, message, stack, data: data && new Uint8Array(data) }
}

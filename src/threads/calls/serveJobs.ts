import { parentPort, workerData } from 'node:worker_threads'
import { CallError } from '../../chain/calls/callError.ts'
import { lowerPriority } from '../lowerPriority.ts'
import { askMainThread } from './askMainThread.ts'
import {
  ABORTED,
  buffersOf,
  type JobReply,
  type Question,
  type ReceivedJob,
  type SentError,
  type WorkerSetup,
  withOwnBuffers,
} from './callMessages.ts'
import { type JobsIn, type JobTable, jobNamed } from './jobTable.ts'
import { type Ask, RemoteEnvironments } from './remoteEnvironment.ts'
import { WorkRecord } from './workRecord.ts'

/** Runs the jobs that the main thread sends to this worker thread. */
export function serveJobs<Table extends JobTable>(jobs: JobsIn<Table>): void {
  lowerPriority()
  const setup = workerData as WorkerSetup
  const environments = new RemoteEnvironments(((kind, ask) => {
    const sent = askMainThread(setup, { kind, ask } as Question)
    if ('failure' in sent) throw new Error(sent.failure)
    return sent.answer
  }) as Ask)
  parentPort?.on('message', async (request: ReceivedJob<Table>) => {
    const work = new WorkRecord(request.shortWork, () => Atomics.load(setup.signals, ABORTED) === 1)
    const reply = await run(jobs, environments, request, work)
    parentPort?.postMessage(reply, 'result' in reply ? buffersOf(reply.result) : [])
  })
}

async function run<Table extends JobTable>(
  jobs: JobsIn<Table>,
  environments: RemoteEnvironments,
  request: ReceivedJob<Table>,
  work: WorkRecord,
): Promise<JobReply> {
  const printed: Uint8Array[] = []
  const print = (more: readonly Uint8Array[]): void => void printed.push(...more)
  try {
    const job = jobNamed(jobs, request.name)
    const result = await job({ ...environments.for(request, work), print }, request.input)
    return { result: withOwnBuffers(result), isShort: work.isShort, printed }
  } catch (error) {
    return { error: toSent(error), isShort: work.isShort, printed }
  }
}

function toSent(error: unknown): SentError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const { code, data } = error instanceof CallError ? error : { code: undefined, data: undefined }
  return { code, message, stack, data: data && new Uint8Array(data) }
}

import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import type { Chain } from '../../src/chain/chain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import type { CallClient } from '../../src/callThreads/callRunner.ts'
import { CallService, type CallServiceOptions } from '../../src/callThreads/callService.ts'
import type { StartWorker } from '../../src/callThreads/callThread.ts'
import type { Job } from '../../src/callThreads/jobs.ts'
import { callJobs } from './callJobs.ts'

/** Where the program is built: among the packages that it imports. */
const PROGRAM = resolve('node_modules/.cache/ommer', `callJobsWorker-${process.pid}.mjs`)

/** Builds the worker that runs the jobs of tests, because Node 20 cannot run TypeScript. */
export async function buildTestWorker(): Promise<void> {
  await build({
    entryPoints: ['test/support/children/callJobsWorker.ts'],
    outfile: PROGRAM,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
}

export function removeTestWorker(): void {
  rmSync(PROGRAM, { force: true })
}

const startTestWorker: StartWorker = (options) => new Worker(PROGRAM, { ...options, execArgv: [] })

const UNLIMITED = Number.POSITIVE_INFINITY

/** A service that runs the jobs of tests: by default all of them in workers, without a limit of time. */
export function testService(options: Partial<CallServiceOptions> = {}): CallService {
  return new CallService({
    gasCap: 0n,
    timeoutMs: 0,
    start: startTestWorker,
    loadJobs: async () => callJobs as Readonly<Record<string, Job>>,
    longJobs: new Set(Object.keys(callJobs)),
    shortWork: { steps: UNLIMITED, gas: UNLIMITED, milliseconds: UNLIMITED },
    threadsMax: 2,
    idleMs: 60_000,
    heapMebibytes: 512,
    ...options,
  })
}

export class TestClient implements CallClient {
  readonly connection: object = {}
  #isClosed = false

  isClosed(): boolean {
    return this.#isClosed
  }

  disconnect(): void {
    this.#isClosed = true
  }
}

/** Runs a job of a test. */
export function runJob(
  service: CallService,
  chain: Chain,
  name: keyof typeof callJobs,
  input: unknown = undefined,
  client: CallClient = new TestClient(),
  block: SealedBlock = chain.tree.head,
): Promise<unknown> {
  return service.run(client, chain, block, name as never, input as never)
}

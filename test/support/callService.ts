import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import type { Chain } from '../../src/chain/chain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import type { CallClient } from '../../src/threads/calls/callRunner.ts'
import { CallService, type CallServiceOptions } from '../../src/threads/calls/callService.ts'
import type { StartWorker } from '../../src/threads/calls/callThread.ts'
import type { InputOf, OutputOf } from '../../src/threads/calls/jobTable.ts'
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

export const startTestWorker: StartWorker = (options) =>
  new Worker(PROGRAM, { ...options, execArgv: [] })

type TestJobs = typeof callJobs
export type TestService = CallService<TestJobs>

const UNLIMITED = Number.POSITIVE_INFINITY

/** A service that runs the jobs of tests: by default all of them in workers, without a limit of time. */
export function testService(options: Partial<CallServiceOptions<TestJobs>> = {}): TestService {
  const { shortWork = { steps: UNLIMITED, gas: UNLIMITED, milliseconds: UNLIMITED } } = options
  return new CallService({
    gasCap: 0n,
    timeoutMs: 0,
    start: startTestWorker,
    loadJobs: async () => callJobs,
    longJobs: new Set(Object.keys(callJobs)),
    firstWork: shortWork,
    shortWork,
    threadsMax: 2,
    idleMs: 60_000,
    abortMs: 1,
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
export function runJob<Name extends keyof TestJobs>(
  service: TestService,
  chain: Chain,
  name: Name,
  input: InputOf<TestJobs, Name>,
  client: CallClient = new TestClient(),
  block: SealedBlock = chain.tree.head,
): Promise<OutputOf<TestJobs, Name>> {
  return service.run(client, chain, block, name, input)
}

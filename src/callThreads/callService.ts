import { chainEnvironment } from '../chain/calls/chainEnvironment.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { ViewedChain } from '../endpoint/view.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import { CallPool, type CallPoolOptions, disconnectedError, type EndReason } from './callPool.ts'
import type { CallClient, CallRunner, JobInput, JobOutput } from './callRunner.ts'
import { isLargeInput } from './isLargeInput.ts'
import { JobAnswers, type JobState } from './jobAnswers.ts'
import type { Job, JobName } from './jobs.ts'
import { withOwnBuffers } from './messages.ts'
import { ShortCalls } from './shortCalls.ts'
import { WorkBudget, type WorkLimits } from './workBudget.ts'

export interface CallServiceOptions extends CallPoolOptions {
  /** the most gas that one request may use; 0 for no limit */
  readonly gasCap: bigint
  /** loads the jobs for this thread */
  readonly loadJobs: () => Promise<Readonly<Record<string, Job>>>
  /** which jobs run in a worker thread from the start */
  readonly longJobs: ReadonlySet<string>
  /** how much a call may do in this thread */
  readonly shortWork: WorkLimits
}

/** Where a call ran: a long one begins in the main thread, but counts as one of a worker. */
export type CallPlace = 'main' | 'worker'

/** Calls of one kind in one place. */
export interface CallCount {
  count: number
  /** how long they took, waiting included */
  seconds: number
}

/** What the calls of a service have done. */
export interface CallStatistics {
  /** by the kind of job, then by where it ran */
  readonly byKind: ReadonlyMap<string, ReadonlyMap<CallPlace, CallCount>>
  readonly ended: ReadonlyMap<EndReason, number>
  /** how many worker threads exist */
  readonly threads: number
  /** how many calls wait for one */
  readonly waiting: number
}

/**
 * Runs calls so that no other client waits for them. A call begins in the main thread; if it does more work than the limit,
 * it is run again in a worker thread, which can be ended at any time.
 */
export class CallService implements CallRunner {
  readonly gasCap: bigint
  readonly timeoutMs: number
  readonly #options: CallServiceOptions
  readonly #short = new ShortCalls()
  readonly #pool: CallPool
  readonly #byKind = new Map<string, Map<CallPlace, CallCount>>()
  /** the clients whose last call was too long for the main thread */
  readonly #longCallers = new WeakSet<object>()
  #jobs: Promise<Readonly<Record<string, Job>>> | undefined

  constructor(options: CallServiceOptions) {
    this.#options = options
    this.gasCap = options.gasCap
    this.timeoutMs = options.timeoutMs
    this.#pool = new CallPool(options)
  }

  get statistics(): CallStatistics {
    const { threadCount: threads, waitingCount: waiting, ended } = this.#pool
    return { byKind: this.#byKind, ended, threads, waiting }
  }

  async run<Name extends JobName>(
    client: CallClient,
    chain: ViewedChain,
    block: SealedBlock,
    name: Name,
    input: JobInput<Name>,
  ): Promise<JobOutput<Name>> {
    const began = performance.now()
    const state = await stateAfter(client, chain, block)
    let place: CallPlace = 'worker'
    try {
      if (this.#mayRunHere(client, name) && !isLargeInput(input)) {
        const outcome = await this.#runHere(client, chain, block, state, name, input)
        if (outcome !== undefined) {
          place = 'main'
          return outcome.result as JobOutput<Name>
        }
      }
      // Sending a large input takes long, and so did reading it: others get a turn in between.
      await yieldToEventLoop()
      return (await this.#runInWorker(client, chain, block, state, name, input)) as JobOutput<Name>
    } finally {
      this.#count(name, place, (performance.now() - began) / 1000)
    }
  }

  /** Ends the calls in progress, which fail. */
  async close(): Promise<void> {
    await this.#pool.close()
  }

  #mayRunHere({ connection }: CallClient, name: string): boolean {
    return !this.#options.longJobs.has(name) && !this.#longCallers.has(connection)
  }

  /** @returns undefined if the call does more work than it may in this thread */
  async #runHere(
    client: CallClient,
    chain: ViewedChain,
    block: SealedBlock,
    { state, codes }: JobState,
    name: string,
    input: unknown,
  ): Promise<{ readonly result: unknown } | undefined> {
    // Loaded with the first call, because they load the EVM.
    this.#jobs ??= this.#options.loadJobs()
    const job = jobNamed(await this.#jobs, name)
    return this.#short.run(client.connection, async () => {
      if (client.isClosed()) throw disconnectedError()
      // Another call of this client may have been too long while this one waited.
      if (!this.#mayRunHere(client, name)) return undefined
      const meter = new WorkBudget(this.#options.shortWork)
      const { rules, tree } = chain
      const environment = chainEnvironment({ rules, block, state, codes, tree, meter })
      try {
        const result = await job(environment, input as never)
        if (!meter.isExceeded) return { result }
      } catch (error) {
        if (!meter.isExceeded) throw error
      }
      this.#longCallers.add(client.connection)
      return undefined
    })
  }

  async #runInWorker(
    client: CallClient,
    { rules }: ViewedChain,
    block: SealedBlock,
    state: JobState,
    name: string,
    input: unknown,
  ): Promise<unknown> {
    const { number, hash, parentHash, rlp } = block
    const request = {
      name,
      input: withOwnBuffers(input),
      rules,
      block: { number, hash, parentHash, rlp: new Uint8Array(rlp) },
      shortWork: this.#options.shortWork,
    }
    const { connection } = client
    const answers = new JobAnswers(state, (work) => this.#short.run(connection, work))
    const { result, isShort } = await this.#pool.run(client, request, answers)
    if (isShort && !this.#options.longJobs.has(name)) this.#longCallers.delete(connection)
    return result()
  }

  #count(name: string, place: CallPlace, seconds: number): void {
    const places = this.#byKind.get(name) ?? new Map<CallPlace, CallCount>()
    this.#byKind.set(name, places)
    const count = places.get(place) ?? { count: 0, seconds: 0 }
    places.set(place, count)
    count.count++
    count.seconds += seconds
  }
}

function jobNamed(jobs: Readonly<Record<string, Job>>, name: string): Job {
  const job = jobs[name]
  if (job === undefined) throw new Error(`there is no job ${name}`)
  return job
}

/** The state after a block, which may have to be computed by running blocks again. */
async function stateAfter(
  client: CallClient,
  chain: ViewedChain,
  block: SealedBlock,
): Promise<JobState> {
  const { states, tree } = chain
  const after = states.after(block, () => {
    if (client.isClosed()) throw disconnectedError()
    return undefined
  })
  const state = after instanceof Promise ? await after : after
  const codes = states.codes()
  return {
    state,
    codes: codes instanceof Promise ? await codes : codes,
    blockHash: (number) => tree.ancestorHash(block, number),
  }
}

import { NO_SENDER } from '../../chain/calls/callDefaults.ts'
import { chainEnvironment } from '../../chain/calls/chainEnvironment.ts'
import type { ViewedChain } from '../../chain/chain.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { ExpectedCall } from '../../chain/execution/chainStates.ts'
import { accountAt } from '../../chain/state/stateReads.ts'
import { toHex } from '../../primitives/hex.ts'
import { type Miss, missOf } from '../../primitives/miss.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { withOwnBuffers } from './callMessages.ts'
import { type AbortReason, CallPool, type CallPoolOptions, disconnectedError } from './callPool.ts'
import type { CallClient } from './callRunner.ts'
import { isLargeInput } from './isLargeInput.ts'
import { JobAnswers, type JobState } from './jobAnswers.ts'
import type { JobFunctions } from './jobs.ts'
import {
  type InputOf,
  type JobsIn,
  type JobTable,
  jobNamed,
  type NameIn,
  type OutputOf,
} from './jobTable.ts'
import { type Rank, ShortCalls } from './shortCalls.ts'
import { WorkBudget, type WorkLimits } from './workBudget.ts'

export interface CallServiceOptions<Table extends JobTable> extends CallPoolOptions {
  /** the most gas that one request may use; 0 for no limit */
  readonly gasCap: bigint
  readonly loadJobs: () => Promise<JobsIn<Table>>
  /** which jobs run in a worker thread from the start */
  readonly longJobs: ReadonlySet<string>
  /** how much a call may do in this thread at first, before others are tried */
  readonly firstWork: WorkLimits
  /** how much jobs of some kinds may do in this thread, in their only attempt; by default two attempts are made */
  readonly wholeWork?: ReadonlyMap<string, WorkLimits>
  /** how much it may do in this thread when no other call waits for its first attempt */
  readonly shortWork: WorkLimits
}

/** The thread of a call: a long one begins in the main thread, but counts as one of a worker. */
export type ThreadKind = 'main' | 'worker'

/** Calls of one kind in one kind of thread. */
export interface CallCount {
  count: number
  /** how long they took, waiting included */
  seconds: number
}

/** How often a call is run in this thread because it has missed something. */
const MISSES_MAX = 4

type Print = (printed: readonly Uint8Array[]) => void

/** What the calls of a service have done. */
export interface CallStatistics {
  /** by the kind of job, then by the thread */
  readonly byKind: ReadonlyMap<string, ReadonlyMap<ThreadKind, CallCount>>
  readonly aborted: ReadonlyMap<AbortReason, number>
  /** how many worker threads exist */
  readonly threads: number
  /** how many calls wait for one */
  readonly waiting: number
}

/**
 * Runs calls so that no other client waits for them. A call begins in the main thread; if it does more work than the limit,
 * it is run again in a worker thread, which can be ended at any time.
 */
export class CallService<Table extends JobTable = JobFunctions> {
  readonly gasCap: bigint
  readonly timeoutMs: number
  readonly #options: CallServiceOptions<Table>
  readonly #short = new ShortCalls()
  readonly #pool: CallPool
  readonly #byKind = new Map<string, Map<ThreadKind, CallCount>>()
  /** the clients whose last call was too long for the main thread */
  readonly #longCallers = new WeakSet<object>()
  /** the clients whose last call was short */
  readonly #shortCallers = new WeakSet<object>()
  /** of the states of each fork, which tell them apart in worker threads */
  readonly #forkNumbers = new WeakMap<object, number>()
  #forkCount = 0
  #jobs: Promise<JobsIn<Table>> | undefined

  constructor(options: CallServiceOptions<Table>) {
    this.#options = options
    this.gasCap = options.gasCap
    this.timeoutMs = options.timeoutMs
    this.#pool = new CallPool(options)
  }

  get statistics(): CallStatistics {
    const { threadCount: threads, waitingCount: waiting, aborted } = this.#pool
    return { byKind: this.#byKind, aborted, threads, waiting }
  }

  /** As `CallRunner` says. */
  async run<Name extends NameIn<Table>>(
    client: CallClient,
    chain: ViewedChain,
    block: SealedBlock,
    name: Name,
    input: InputOf<Table, Name>,
  ): Promise<OutputOf<Table, Name>> {
    const began = performance.now()
    let thread: ThreadKind = 'main'
    try {
      return await this.runUncounted(client, chain, block, name, input, () => {
        thread = 'worker'
      })
    } finally {
      this.#count(name, thread, (performance.now() - began) / 1000)
    }
  }

  /**
   * Runs a call that no client has made.
   *
   * @param onLeft is called when it goes on in a worker thread
   */
  async runUncounted<Name extends NameIn<Table>>(
    client: CallClient,
    chain: ViewedChain,
    block: SealedBlock,
    name: Name,
    input: InputOf<Table, Name>,
    onLeft: () => void = () => {},
  ): Promise<OutputOf<Table, Name>> {
    const state = await stateAfter(client, chain, block)
    if (this.#mayRunHere(client, name) && !isLargeInput(input)) {
      // Only a fork can miss state.
      const outcome = await (chain.earlier === undefined
        ? this.#runHere(client, chain, block, state, name, input)
        : this.#runHereReading(client, chain, block, state, name, input))
      if (outcome !== undefined) return outcome.result
    }
    onLeft()
    // Sending a large input takes long, and so did reading it: others get a turn in between.
    await yieldToEventLoop()
    return this.#runInWorker(client, chain, block, state, name, input)
  }

  /** Runs a call that no client has made in a worker thread, which then exists for the next long one. */
  async runInWorker<Name extends NameIn<Table>>(
    client: CallClient,
    chain: ViewedChain,
    block: SealedBlock,
    name: Name,
    input: InputOf<Table, Name>,
  ): Promise<OutputOf<Table, Name>> {
    const state = await stateAfter(client, chain, block)
    return this.#runInWorker(client, chain, block, state, name, input)
  }

  /** Ends the calls in progress, which fail. */
  async close(): Promise<void> {
    await this.#pool.close()
  }

  #mayRunHere({ connection }: CallClient, name: string): boolean {
    return !this.#options.longJobs.has(name) && !this.#longCallers.has(connection)
  }

  /**
   * Runs a call again when it needs a part of the state that has to be read first. After some times it runs in a worker,
   * which waits for each part instead.
   */
  async #runHereReading<Name extends NameIn<Table>>(
    client: CallClient,
    chain: ViewedChain,
    block: SealedBlock,
    state: JobState,
    name: Name,
    input: InputOf<Table, Name>,
  ): Promise<{ readonly result: OutputOf<Table, Name> } | undefined> {
    const { call } = Object(input) as { readonly call?: ExpectedCall }
    const expect = (misses: number) => call && chain.states.expect?.(block, call, misses)
    let expected: Promise<void> | undefined
    const first = call === undefined ? [] : missingParties(state, call)
    if (first.length > 0) {
      expected = expect(0)
      await Promise.all(first.map((miss) => miss.fill()))
    }
    for (let misses = 0; misses < MISSES_MAX; misses++) {
      try {
        return await this.#runHere(client, chain, block, state, name, input)
      } catch (error) {
        const miss = missOf(error)
        if (miss === undefined) throw error
        // Awaited only if the call misses again: it takes longer than reading one part, which may be all that is missing.
        const begun = expected
        expected ??= expect(misses)
        await Promise.all([miss.fill(), begun])
      }
    }
    return undefined
  }

  /** @returns undefined if the call does more work than it may in this thread */
  async #runHere<Name extends NameIn<Table>>(
    client: CallClient,
    chain: ViewedChain,
    block: SealedBlock,
    { state, codes }: JobState,
    name: Name,
    input: InputOf<Table, Name>,
  ): Promise<{ readonly result: OutputOf<Table, Name> } | undefined> {
    // Loaded with the first call, because they load the EVM.
    this.#jobs ??= this.#options.loadJobs()
    const job = jobNamed(await this.#jobs, name)
    const { rules, tree } = chain
    const run = (meter: WorkBudget, print: Print) =>
      job(chainEnvironment({ rules, block, state, codes, tree, meter, print }), input)
    const { firstWork, shortWork, wholeWork } = this.#options
    const { connection } = client
    const whole = wholeWork?.get(name)
    if (whole !== undefined) return this.#attempt(client, name, 1, whole, run)
    const rank = this.#shortCallers.has(connection) ? 0 : 1
    const first = await this.#attempt(client, name, rank, firstWork, run)
    if (first !== undefined) {
      this.#shortCallers.add(connection)
      return first
    }
    this.#shortCallers.delete(connection)
    const second = await this.#attempt(client, name, 2, shortWork, run)
    if (second === undefined) this.#longCallers.add(connection)
    return second
  }

  /** @returns undefined if the call does more work than it may */
  #attempt<Result>(
    client: CallClient,
    name: string,
    rank: Rank,
    limits: WorkLimits,
    run: (meter: WorkBudget, print: Print) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> {
    return this.#short.run(client.connection, rank, async () => {
      if (client.isClosed()) throw disconnectedError()
      // Another call of this client may have been too long while this one waited.
      if (!this.#mayRunHere(client, name)) return undefined
      const meter = new WorkBudget(limits)
      const printed: Uint8Array[] = []
      try {
        const result = await run(meter, (more) => void printed.push(...more))
        if (!meter.isExceeded) return { result }
      } catch (error) {
        if (!meter.isExceeded) throw error
      } finally {
        if (!meter.isExceeded) tell(client, printed)
      }
      return undefined
    })
  }

  async #runInWorker<Name extends NameIn<Table>>(
    client: CallClient,
    chain: ViewedChain,
    block: SealedBlock,
    state: JobState,
    name: Name,
    input: InputOf<Table, Name>,
  ): Promise<OutputOf<Table, Name>> {
    const { number, hash, parentHash, rlp, alteredRoot } = block
    const isFork = chain.earlier !== undefined
    const stateName = `${isFork ? this.#forkNumber(chain) : ''}${alteredRoot ?? hash}`
    const request = () => ({
      name,
      input: withOwnBuffers(input),
      rules: chain.rules,
      block: { number, hash, parentHash, rlp: new Uint8Array(rlp) },
      stateName,
      scope: isFork ? stateName : '',
      shortWork: this.#options.shortWork,
    })
    const { connection } = client
    const answers = new JobAnswers(state, (work) => this.#short.run(connection, 2, work))
    const { result, isShort, printed } = await this.#pool.run(client, request, answers)
    tell(client, printed)
    if (isShort && !this.#options.longJobs.has(name)) this.#longCallers.delete(connection)
    // What the worker's function of this name has returned.
    return result() as OutputOf<Table, Name>
  }

  #forkNumber({ states }: ViewedChain): number {
    const number = this.#forkNumbers.get(states) ?? ++this.#forkCount
    this.#forkNumbers.set(states, number)
    return number
  }

  #count(name: string, thread: ThreadKind, seconds: number): void {
    const byThread = this.#byKind.get(name) ?? new Map<ThreadKind, CallCount>()
    this.#byKind.set(name, byThread)
    const count = byThread.get(thread) ?? { count: 0, seconds: 0 }
    byThread.set(thread, count)
    count.count++
    count.seconds += seconds
  }
}

/**
 * The sender and the recipient of a call, as far as they were not read yet: every call needs them. On a fork they are read
 * before the call takes its turn, so that many calls of one contract wait for the same read, and none runs in vain.
 */
function missingParties({ state }: JobState, { from = NO_SENDER, to }: ExpectedCall): Miss[] {
  return [from, to].flatMap((address) => {
    try {
      if (address !== undefined) accountAt(state, toHex(address))
      return []
    } catch (error) {
      return missOf(error) ?? []
    }
  })
}

function tell(client: CallClient, printed: readonly Uint8Array[]): void {
  if (printed.length > 0) client.print?.(printed)
}

/** The state after a block, which may have to be computed from the state after an older one. */
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

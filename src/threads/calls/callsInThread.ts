import { chainEnvironment } from '../../chain/calls/chainEnvironment.ts'
import type { ViewedChain } from '../../chain/chain.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { afterMisses } from '../../primitives/miss.ts'
import { SerialQueue } from '../../primitives/serialQueue.ts'
import type { CallClient, CallRunner } from './callRunner.ts'
import type { JobInput, JobName, JobOutput } from './jobs.ts'

/** Runs calls in this thread, without limits: for a program that waits for nothing else. */
export class CallsInThread implements CallRunner {
  readonly gasCap = 0n
  readonly timeoutMs = 0
  /** an EVM runs one at a time */
  readonly #calls = new SerialQueue()

  async run<Name extends JobName>(
    _client: CallClient,
    chain: ViewedChain,
    block: SealedBlock,
    name: Name,
    input: JobInput<Name>,
  ): Promise<JobOutput<Name>> {
    const { rules, states, tree } = chain
    // Loaded with the first call, because it loads the EVM.
    const { jobs } = await import('./jobs.ts')
    const [state, codes] = await Promise.all([states.after(block), states.codes()])
    const parts = { rules, block, state, codes, tree }
    return afterMisses(() => this.#calls.run(() => jobs[name](chainEnvironment(parts), input)))
  }
}

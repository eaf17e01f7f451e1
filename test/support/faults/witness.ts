import { Child } from '../../../scripts/bench/child.ts'
import type { RequestArguments } from '../../../src/rpc/provider.ts'
import type { ChainServer } from './chainServer.ts'

/** A call, and its result as JSON. */
export interface Question {
  readonly call: RequestArguments
  readonly result: string
}

/** The observations of a well-behaved client. */
export interface Testimony {
  readonly latenciesMs: readonly number[]
  /** answers that differ from the expected bytes, and requests without an answer */
  readonly wrong: readonly string[]
}

const CONTRACT = `0x${'ab'.repeat(20)}`

/** A mix of calls: a constant, a block, receipts, one that runs in time slices, a balance, and a short call. */
const calls: readonly RequestArguments[] = [
  { method: 'eth_chainId', params: [] },
  { method: 'eth_getBlockByNumber', params: ['latest', true] },
  { method: 'eth_getBlockReceipts', params: ['0x10'] },
  { method: 'eth_getUncleByBlockNumberAndIndex', params: ['0x8', '0x0'] },
  { method: 'eth_getBlockByNumber', params: ['pending', false] },
  { method: 'eth_getBalance', params: [CONTRACT, '0x20'] },
  // Returns one byte.
  {
    method: 'eth_call',
    params: [{ to: CONTRACT }, 'latest', { [CONTRACT]: { code: '0x60015ff3' } }],
  },
]

/**
 * A well-behaved client beside those that misbehave. It runs in its own process, so that it waits only for the server;
 * and it sends requests without waiting for answers, so that a stall affects all requests during it.
 */
export class Witness {
  readonly #child: Child

  private constructor(child: Child) {
    this.#child = child
  }

  static launch(): Witness {
    return new Witness(new Child(new URL('../children/witness.ts', import.meta.url)))
  }

  /** Starts sending requests to a server; resolves after the warm-up. */
  async start(server: ChainServer): Promise<void> {
    const results = await server.results(calls)
    const questions = calls.map((call, place) => ({ call, result: results[place] as string }))
    await this.#child.do('start', { url: server.url, wsUrl: server.wsUrl, questions })
  }

  /** Resolves after this many more answers. */
  async moreAnswers(count: number): Promise<void> {
    await this.#child.do('moreAnswers', count)
  }

  /** Stops sending requests, waits for pending answers, and returns the observations since the start. */
  async stop(): Promise<Testimony> {
    return this.#child.do<Testimony>('stop')
  }

  /** Ends its process. */
  async end(): Promise<void> {
    await this.#child.stop()
  }
}

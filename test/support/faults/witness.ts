import { Child } from '../../../scripts/bench/child.ts'
import type { RequestArguments } from '../../../src/rpc/provider.ts'
import type { ChainServer } from './chainServer.ts'

/** A call, and its result as JSON. */
export interface Question {
  readonly call: RequestArguments
  readonly result: string
}

/** What a well-behaved client has seen. */
export interface Testimony {
  readonly latenciesMs: readonly number[]
  /** answers that were not the expected bytes, and requests that got none */
  readonly wrong: readonly string[]
}

/** Of everything a bit: nothing that is computed, a block, receipts, and what has to be waited for. */
const calls: readonly RequestArguments[] = [
  { method: 'eth_chainId', params: [] },
  { method: 'eth_getBlockByNumber', params: ['latest', true] },
  { method: 'eth_getBlockReceipts', params: ['0x10'] },
  { method: 'eth_getUncleByBlockNumberAndIndex', params: ['0x8', '0x0'] },
  { method: 'eth_getBlockByNumber', params: ['pending', false] },
]

/**
 * A well-behaved client beside those that misbehave. It has a process of its own, so that it waits
 * for nobody but the server; and it does not wait for one answer to send the next request, so that
 * a stall is felt by all requests that fall into it.
 */
export class Witness {
  readonly #child: Child

  private constructor(child: Child) {
    this.#child = child
  }

  static launch(): Witness {
    return new Witness(new Child(new URL('../children/witness.ts', import.meta.url)))
  }

  /** Starts sending requests to a server; resolves when it has done so for a while. */
  async start(server: ChainServer): Promise<void> {
    const results = await server.results(calls)
    const questions = calls.map((call, place) => ({ call, result: results[place] as string }))
    await this.#child.do('start', { url: server.url, wsUrl: server.wsUrl, questions })
  }

  /** Resolves when it has had so many answers more. */
  async moreAnswers(count: number): Promise<void> {
    await this.#child.do('moreAnswers', count)
  }

  /** Sends no more requests, waits for the answers that are due, and returns what it has seen since it started. */
  async stop(): Promise<Testimony> {
    return this.#child.do<Testimony>('stop')
  }

  /** Ends its process. */
  async end(): Promise<void> {
    await this.#child.stop()
  }
}

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

  /** Starts asking; resolves when it has done so for a while. */
  static async start(server: ChainServer): Promise<Witness> {
    const results = await server.results(calls)
    const child = new Child(new URL('../children/witness.ts', import.meta.url))
    const questions = calls.map((call, place) => ({ call, result: results[place] as string }))
    await child.do('start', { url: server.url, wsUrl: server.wsUrl, questions })
    return new Witness(child)
  }

  /** Resolves when it has had so many answers more. */
  async moreAnswers(count: number): Promise<void> {
    await this.#child.do('moreAnswers', count)
  }

  /** Waits for the answers that are due, and ends it. */
  async stop(): Promise<Testimony> {
    const testimony = await this.#child.do<Testimony>('stop')
    await this.#child.stop()
    return testimony
  }
}

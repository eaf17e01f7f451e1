import { Child } from '../../../scripts/bench/child.ts'
import type { RequestArguments } from '../../../src/rpc/provider.ts'
import type { ServeLimits } from '../../../src/server/serveLimits.ts'

/** What a server holds, after all garbage is collected. */
export interface ServerState {
  readonly heapBytes: number
  /** outside of the heap: buffers above all */
  readonly externalBytes: number
  readonly residentBytes: number
  /** the most that were resident at any time (VmHWM) */
  readonly peakResidentBytes: number
  readonly connections: number
  /** all that keeps the process going: sockets, timers, files */
  readonly handles: number
  /** the longest that nobody was answered since the measurement before */
  readonly longestStallMs: number
}

export interface ServeArguments {
  readonly limits?: ServeLimits
  /** serve from `dist/`, which is faster than the sources; somebody has to have built it */
  readonly built?: boolean
}

/** A server in a process of its own, of which all can be seen that a test may want to know. */
export class ChainServer {
  readonly #child: Child
  readonly #stderr: string[]
  // Asked for again and again, they would keep the server busy.
  readonly #results = new Map<string, string>()
  readonly url: string
  readonly wsUrl: string

  private constructor(
    child: Child,
    stderr: string[],
    { url, wsUrl }: { readonly url: string; readonly wsUrl: string },
  ) {
    this.#child = child
    this.#stderr = stderr
    this.url = url
    this.wsUrl = wsUrl
  }

  static async start(given: ServeArguments = {}): Promise<ChainServer> {
    const stderr: string[] = []
    const child = new Child(new URL('../children/chainServer.ts', import.meta.url), {
      nodeOptions: ['--expose-gc'],
      onStderr: (text) => stderr.push(text),
    })
    return new ChainServer(child, stderr, await child.do('listen', given))
  }

  get port(): number {
    return Number(new URL(this.url).port)
  }

  /** All that it has complained of. */
  get stderr(): string {
    return this.#stderr.join('')
  }

  /** The results of calls as JSON, had without the network. */
  async results(calls: readonly RequestArguments[]): Promise<string[]> {
    const keys = calls.map((call) => JSON.stringify(call))
    const missing = new Map(keys.map((key, place) => [key, calls[place]]))
    for (const key of this.#results.keys()) missing.delete(key)
    const results = await this.#child.do<string[]>('results', [...missing.values()])
    for (const key of missing.keys()) this.#results.set(key, results.shift() as string)
    return keys.map((key) => this.#results.get(key) as string)
  }

  /** Resolves when no more connections than that are left. */
  connectionsAtMost(count: number): Promise<void> {
    return this.#child.do('connectionsAtMost', count)
  }

  measure(): Promise<ServerState> {
    return this.#child.do('measure')
  }

  /** Closes the server, and then ends its process. */
  async stop(): Promise<void> {
    await this.#child.do('close')
    await this.#child.stop()
  }
}

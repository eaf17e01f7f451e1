import { Child } from '../../../scripts/bench/child.ts'
import type { RequestArguments } from '../../../src/rpc/provider.ts'
import type { ServeLimits } from '../../../src/server/serveLimits.ts'

/** The state of a server after garbage collection. */
export interface ServerState {
  readonly heapBytes: number
  /** outside the heap: mainly buffers */
  readonly externalBytes: number
  readonly residentBytes: number
  /** the peak resident memory (VmHWM) */
  readonly peakResidentBytes: number
  readonly connections: number
  /** everything that keeps the process running: sockets, timers, files */
  readonly handles: number
  /** the longest time without any answer since the last measurement */
  readonly longestStallMs: number
  /** the most processor time of the main thread in one turn of the event loop; 0 where the system does not say */
  readonly longestTurnMs: number
}

export interface ServeArguments {
  readonly limits?: ServeLimits
  /** whether clients can write to its endpoints */
  readonly dev?: boolean | undefined
  /** whether every key names an endpoint */
  readonly anyKey?: boolean
  /** serve from `dist/`, which is faster than the sources but must have been built */
  readonly built?: boolean
  /** a folder for a profile of its processor time (node --cpu-prof) */
  readonly profileFolder?: string | undefined
}

/** A server in its own process, with measurements of its state. */
export class ChainServer {
  readonly #child: Child
  readonly #stderr: string[]
  // Cached, because repeating these calls would keep the server busy.
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
      // Newer versions of Node print deprecations that older ones print only when asked.
      nodeOptions: ['--expose-gc', '--pending-deprecation', ...profileOptions(given)],
      onStderr: (text) => stderr.push(text),
    })
    return new ChainServer(child, stderr, await child.do('listen', given))
  }

  get port(): number {
    return Number(new URL(this.url).port)
  }

  /** Its output on stderr. */
  get stderr(): string {
    return this.#stderr.join('')
  }

  /** The results of calls as JSON, computed in process. */
  async results(calls: readonly RequestArguments[]): Promise<string[]> {
    const keys = calls.map((call) => JSON.stringify(call))
    const missing = new Map(keys.map((key, place) => [key, calls[place]]))
    for (const key of this.#results.keys()) missing.delete(key)
    const results = await this.#child.do<string[]>('results', [...missing.values()])
    for (const key of missing.keys()) this.#results.set(key, results.shift() as string)
    return keys.map((key) => this.#results.get(key) as string)
  }

  /** Resolves when at most this many connections are left. */
  connectionsAtMost(count: number): Promise<void> {
    return this.#child.do('connectionsAtMost', count)
  }

  measure(): Promise<ServerState> {
    return this.#child.do('measure')
  }

  /** Closes the server, and then stops its process. Throws nothing if a task has reported that the process ended. */
  async stop(): Promise<void> {
    if (!this.#child.hasFailed) await this.#child.do('close')
    await this.#child.stop()
  }
}

function profileOptions({ profileFolder }: ServeArguments): string[] {
  return profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
}

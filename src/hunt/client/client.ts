import type { ClientRestart } from '../../scenario/restartClient.ts'

/** One of the chains that a client indexes. */
export interface HuntChain {
  readonly chainId: number
  /** `http://HOST:PORT/v3/KEY` of the endpoint that it is to follow */
  readonly url: string
  readonly wsUrl: string
  /** the addresses of the ERC-20 tokens of the chain */
  readonly contracts: readonly string[]
}

/** What a client under test is given: where its chain is, and what is its own. */
export interface HuntServer extends HuntChain {
  /** all chains, of which the fields beside this are the first */
  readonly chains: readonly HuntChain[]
  /** of all nodes, those that may lag first; without them, the same as `url` */
  readonly urls: readonly string[]
  /** an empty folder, which is removed after the run */
  readonly dir: string
  /** letters and digits, other ones in each run: the name of a database, for example */
  readonly id: string
}

/** A client that was started. All of it may be missing: then it cannot be restarted. */
export interface StartedClient {
  /** Ends it; after that it makes no more calls. `kill`: at once, as a crash would. */
  stop?(how: ClientRestart): unknown
  /** Resolves if it ends by itself, with the reason. */
  readonly ended?: Promise<string>
  /** the last lines that it has printed */
  output?(): string
}

/** How a client is started, and how its rows are read. */
export interface HuntedClient {
  /** Makes what the client needs, such as a database. */
  before?(server: HuntServer): unknown
  /** Starts it. Returns how to stop it, or a function that does. */
  start(server: HuntServer): unknown
  /** Its rows now: values, or text as `readRows` takes it. It may fail while there are none yet. */
  rows(server: HuntServer): unknown
  /** Removes what `before` has made. */
  after?(server: HuntServer): unknown
}

/** What `start` of a client has returned. */
export function startedClient(returned: unknown): StartedClient {
  if (typeof returned === 'function') return { stop: (how) => returned(how) }
  return typeof returned === 'object' && returned !== null ? returned : {}
}

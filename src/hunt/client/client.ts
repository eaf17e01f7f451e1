import type { ClientRestart } from '../../scenario/restartClient.ts'

/** One of the chains that a client indexes. */
export interface HuntChain {
  /** the chain id */
  readonly chainId: number
  /** the HTTP address of the chain, perhaps one in front of several nodes */
  readonly url: string
  /** its WebSocket address */
  readonly wsUrl: string
  /** the addresses of its ERC-20 tokens */
  readonly contracts: readonly string[]
}

/** What a client under test is given: where its chain is, and what is its own. */
export interface HuntServer extends HuntChain {
  /** all chains, each with the fields above, which are those of the first */
  readonly chains: readonly HuntChain[]
  /** the addresses of all nodes, which may disagree; those that may lag come first */
  readonly urls: readonly string[]
  /** an empty folder, which is removed after the run */
  readonly dir: string
  /** letters and digits that no other run has, such as for the name of a database */
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

import type { StoreQuestion } from './remoteStore.ts'

/** What a worker asks its supervisor. */
export type WorkerQuestion =
  | StoreQuestion
  /** Listens, if no worker has asked for it before. The answer is a `ListenAnswer`. */
  | { readonly kind: 'listen' }
  /** Asks all workers the same. The answer is a list of theirs: undefined of one that does not answer. */
  | { readonly kind: 'metrics' }
  | { readonly kind: 'health' }

/** What the supervisor asks a worker. */
export type SupervisorQuestion =
  /** Begins. The answer, when it can serve, is a text to print once all workers can. */
  | ({ readonly kind: 'start' } & WorkerStart)
  | { readonly kind: 'ping' }
  /** Takes a connection, whose first bytes the supervisor has read. */
  | { readonly kind: 'connection'; readonly head: Uint8Array }
  | { readonly kind: 'metrics' }
  | { readonly kind: 'health' }
  /** Answers the requests in progress, and ends. */
  | { readonly kind: 'stop' }

/** What a worker needs to know when it begins. */
export interface WorkerStart {
  readonly index: number
  /** where it takes requests that others pass on: the path of a socket */
  readonly socket: string
  /** of the journal, for messages */
  readonly journal: string
  /** a folder for the chain, which one worker generates and the others read, where no other cache may be used */
  readonly cache: string
}

export interface ListenAnswer {
  /** `HOST:PORT` */
  readonly address: string
  /** of the endpoints that the worker owns */
  readonly keys: readonly string[]
}

export interface WorkerHealth {
  readonly pid: number
  /** number of the newest block of the chain */
  readonly head: number
  /** how many JSON-RPC requests it has answered since it was started */
  readonly requests: number
}

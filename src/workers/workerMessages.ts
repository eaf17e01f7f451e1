import type { Entry, EntryHead } from '../journal/entry.ts'
import type { JournalErrorCode } from '../journal/journalError.ts'
import type { JournalHeader } from '../journal/journalHeader.ts'

/** What a worker asks the primary process. */
export type WorkerQuestion =
  | { readonly kind: 'openJournal'; readonly header: JournalHeader; readonly bytesMax: number }
  /** Listens, if no worker has asked for it before. The answer is `HOST:PORT`. */
  | { readonly kind: 'listen' }
  /** Adds an entry, as JSON, to the journal. */
  | { readonly kind: 'append'; readonly json: string }
  /** Whether an endpoint that could not be changed can be changed again. */
  | { readonly kind: 'requireWritable'; readonly key: string }
  | { readonly kind: 'create'; readonly key: string; readonly options: unknown }
  | { readonly kind: 'close'; readonly key: string }
  | { readonly kind: 'metrics' }
  | { readonly kind: 'health' }
  /** How long the chain shall be. The answer is a `Grown`. */
  | {
      readonly kind: 'grow'
      /** how long it is in this worker */
      readonly height: number
      /** from one block to the next */
      readonly intervalMs: number
    }

/** What the primary process asks a worker. */
export type PrimaryQuestion =
  | { readonly kind: 'ping' }
  /** Takes a connection, whose first bytes the primary process has read. */
  | { readonly kind: 'connection'; readonly head: Uint8Array }
  | { readonly kind: 'exists'; readonly key: string }
  | { readonly kind: 'follow'; readonly key: string; readonly leader: string }
  | Extract<WorkerQuestion, { readonly kind: 'create' | 'close' | 'metrics' | 'health' }>

/** What the primary process tells a worker. */
export type PrimaryMessage =
  /** Begin: what it needs to know of the others. */
  ({ readonly kind: 'start' } & WorkerStart) | { readonly kind: 'stop' }

/** What a worker tells the primary process. */
export type WorkerMessage =
  /** It can serve. */
  | { readonly kind: 'ready'; readonly text: string }
  /** The main branch has become longer, which the journal notes. */
  | { readonly kind: 'grew'; readonly head: EntryHead }

/** What a worker needs to know when it begins. */
export interface WorkerStart {
  readonly index: number
  readonly count: number
  /** by worker, where it takes requests that others pass on */
  readonly sockets: readonly string[]
  /** a folder for the chain, which one worker generates and the others read, where no other cache may be used */
  readonly cache: string
  /** endpoints that are owned where another one is: pairs of keys */
  readonly follows: readonly (readonly [key: string, leader: string])[]
}

/** The answer to `openJournal`. */
export interface JournalAnswer {
  readonly header: JournalHeader
  readonly entries: readonly Entry[]
  /** as `WorkerStart` has them: the first worker starts before the journal is read */
  readonly follows: WorkerStart['follows']
}

/** The answer to `append` and `requireWritable`. */
export interface AppendAnswer {
  /** why the endpoint cannot be changed further; undefined if it can */
  readonly problem: { readonly code: JournalErrorCode; readonly message: string } | undefined
}

/** How a worker is. */
export interface WorkerHealth {
  readonly index: number
  /** null while it is started again */
  readonly pid: number | null
  /** number of the newest block of the chain; null while it is started again */
  readonly head: number | null
  /** how many JSON-RPC requests it has answered since it was started; null while it is started again */
  readonly requests: number | null
}

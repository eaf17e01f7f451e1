import type { PassedBlock } from '../chain/execution/passedBlocks.ts'
import type { Position } from '../endpoint/copies/position.ts'
import type { SentCalls } from '../endpoint/copies/sentCalls.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { Entry, EntryHead } from '../journal/entry.ts'
import type { Header } from '../journal/header.ts'
import type { JournalErrorCode } from '../journal/journalError.ts'

/** What a worker asks the primary process. */
export type WorkerQuestion =
  | { readonly kind: 'openJournal'; readonly header: Header; readonly bytesMax: number }
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
  /** Lets other workers answer no more from their copies of an endpoint. The answer: which of them want the next position. */
  | { readonly kind: 'revoke'; readonly workers: readonly number[]; readonly endpoint: string }
  | CallsReport

/** The calls that a worker has answered for an endpoint of another one. */
export interface CallsReport {
  readonly kind: 'calls'
  readonly owner: number
  /** the one that has answered them */
  readonly worker: number
  readonly endpoint: string
  readonly calls: SentCalls
  /** how many requests it has not answered yet */
  readonly inFlight: number
}

/** The main branch has become longer in one worker, and becomes so in the others. */
export interface GrowthMessage {
  readonly kind: 'grow'
  /** number of its last block */
  readonly height: number
  /** the last block, after its uncles; undefined if each worker has to build it */
  readonly passed: readonly PassedBlock[] | undefined
}

/** What the primary process asks a worker. */
export type PrimaryQuestion =
  | { readonly kind: 'ping' }
  /** Takes a connection, whose first bytes the primary process has read. */
  | { readonly kind: 'connection'; readonly head: Uint8Array }
  | { readonly kind: 'exists'; readonly key: string }
  | { readonly kind: 'follow'; readonly key: string; readonly leader: string }
  /** Answers no more from its copy of an endpoint. The answer: whether it wants the next position. */
  | { readonly kind: 'revoke'; readonly endpoint: string }
  | CallsReport
  | GrowthMessage
  /** Another worker has ended: forgets what that has of this one, and the other way round. */
  | { readonly kind: 'ended'; readonly worker: number }
  | Extract<WorkerQuestion, { readonly kind: 'create' | 'close' | 'metrics' | 'health' }>

/** What the primary process tells a worker. */
export type PrimaryMessage =
  /** Begin: what it needs to know of the others. */
  ({ readonly kind: 'start' } & WorkerStart) | CopyMessage | { readonly kind: 'stop' }

/** What a worker tells the primary process. */
export type WorkerMessage =
  /** It can serve. */
  | { readonly kind: 'ready'; readonly text: string }
  /** The main branch has become longer, which the journal notes. */
  | { readonly kind: 'grew'; readonly head: EntryHead }
  /** The same, passed on to the other workers. */
  | GrowthMessage
  /** Connections were closed that it has got from the primary process. */
  | { readonly kind: 'closed'; readonly count: number }
  | ToOwner
  | ToHolder

/** What a worker tells the one that owns an endpoint. */
export type ToOwner =
  /** It wants to answer for the endpoint of a key. */
  | { readonly kind: 'want'; readonly owner: number; readonly id: string; readonly key: string }
  /** It does not answer for an endpoint any more. */
  | { readonly kind: 'unwant'; readonly owner: number; readonly endpoint: string }

/** What the owner of an endpoint tells a worker that answers for it. */
export type ToHolder = { readonly worker: number } & (
  | {
      readonly kind: 'position'
      /** of the question to which this is the answer */
      readonly id: string
      readonly endpoint: string
      /** by key that clients of the worker use */
      readonly dialects: ReadonlyMap<string, DialectName>
      readonly position: Position
    }
  /** There is no such endpoint. */
  | { readonly kind: 'noCopy'; readonly id: string }
)

/** What workers tell each other, with the one that tells it, or that it is for. */
export type CopyMessage = (ToOwner & { readonly worker: number }) | ToHolder

export type Want = Extract<CopyMessage, { readonly kind: 'want' }>

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
  readonly header: Header
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

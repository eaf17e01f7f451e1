import type { DialectWords } from './words.ts'

/** A fact, with its source. */
export interface Sourced {
  /** where it was read: repository, commit and file; an issue; or a document */
  readonly source: string
}

/** How large a range of blocks `eth_getLogs` may search. */
interface LogRangeFact extends Sourced {
  readonly blocks: number
  /** whether the limit is the number of blocks, or the difference of the two ends, which is one less */
  readonly counts: 'blocks' | 'difference'
}

/** How many logs one answer may have. */
interface LogResultsFact extends Sourced {
  readonly logs: number
  /** a range of so many blocks may have any number */
  readonly isUnlessRange?: number
}

/** How many requests a batch may have. */
interface BatchFact extends Sourced {
  readonly most: number
  /** whether each request of the batch gets the error, or the batch one alone */
  readonly answers: 'each' | 'one'
}

/** What a client gets that sends too many requests. */
export interface RateLimitFact extends Sourced {
  /** over HTTP, where the request is alone */
  readonly status: number
  /** a number, or the name of an error of ommer's own with the same code */
  readonly code: number | 'LIMIT_EXCEEDED'
  readonly message: string
  readonly data?: (retryAfterSeconds: number) => unknown
  /** whether the answer is the error object alone, without the members of JSON-RPC. Default false. */
  readonly isBare?: boolean
  /** whether a batch gets HTTP 200, and its requests the error; otherwise one answer for all */
  readonly isPerRequest?: boolean
  /** whether the answer says in a header when to try again */
  readonly hasRetryAfter?: boolean
}

/** What a node answers about blocks whose bodies or receipts it no longer has (EIP-4444); it has all headers. */
export interface PrunedHistoryFact extends Sourced {
  /** blocks with their transactions: an error, null, or as before */
  readonly blocks: 'error' | 'null' | 'kept'
  readonly receipts: 'error' | 'null'
  /** a list of logs: an error, or a list without those that are gone */
  readonly logs: 'error' | 'fewer'
  /** whether `earliest` is the first block that is available, and not genesis */
  readonly movesEarliest?: boolean
  readonly code: number
  /** with `{requested}` and `{earliest}`, the first block that is available */
  readonly message: string
}

/** What is known of a dialect beyond the shape of its JSON. What no fact says is answered as by geth. */
export interface DialectFacts {
  /** the words for errors, by their kind */
  readonly words?: DialectWords
  /** what it calls the parameters that have names here; `otherwise` those that are not listed */
  readonly parameters?: Readonly<Record<string, string>>
  /** by default `logRange` of the server */
  readonly logRange?: LogRangeFact
  readonly logResults?: LogResultsFact
  /** logs from above the head to `latest` are an empty list, and not an error */
  readonly isEmptyAboveHead?: Sourced
  readonly batch?: BatchFact
  readonly rateLimit?: RateLimitFact
  readonly prunedHistory?: PrunedHistoryFact
  /** the methods that it does not serve */
  readonly lacks?: Sourced & { readonly methods: readonly string[] }
  /** the answer to `web3_clientVersion` */
  readonly clientVersion?: Sourced & { readonly text: string }
  /** the kinds of answers that no source shows, so that they are geth's */
  readonly unknown: readonly string[]
}

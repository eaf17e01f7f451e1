import * as v from 'valibot'
import { BYTES_MAX } from '../log/file/readJournal.ts'
import { consistent, type InputsOf, object, wholeNumber } from '../primitives/input.ts'

/** Limits on what clients can make the server store or do; each is a whole number of at least 1. */
export interface ServeLimits {
  /** The largest HTTP body or WebSocket message, in bytes. Default 5 MiB, as geth. */
  readonly requestBytes?: number | undefined
  /** The most JSON values in a body or message, including those nested in lists and objects. Default 50,000. */
  readonly requestValues?: number | undefined
  /** The most requests in a batch. Default 1000, as geth. */
  readonly batchSize?: number | undefined
  /**
   * The most bytes in an answer, or in all answers of a batch together. Only traces may be larger (`spoolBytes`). Default 25
   * MiB, as geth for batches.
   */
  readonly answerBytes?: number | undefined
  /**
   * How many bytes of the temporary folder all traces may take that are larger than `answerBytes`, until clients have read
   * them. One may take half of it. When they exceed it, the server closes the connection that has used most for longest.
   * Default 2 GiB - 1.
   */
  readonly spoolBytes?: number | undefined
  /**
   * How many requests of one connection may wait for their answers, not counting those answered at once; a batch counts
   * as one. Default 1000.
   */
  readonly requestsInFlight?: number | undefined
  /**
   * How many bytes of memory the requests of one WebSocket may take while they are processed. When they exceed it, the
   * server stops reading the connection. One request is always processed. Default 16 MiB.
   */
  readonly queuedBytes?: number | undefined
  /**
   * How many bytes of memory all clients together may use: requests until they are answered, and answers until they are
   * read. When they exceed it, the server closes the connection that has used most for longest. Default 256 MiB.
   */
  readonly clientBytes?: number | undefined
  /** How many subscriptions a WebSocket connection may have at a time. Default 100. */
  readonly subscriptions?: number | undefined
  /**
   * How many filters an endpoint may have at a time; one connection may create a tenth of them. Default 1000.
   */
  readonly filters?: number | undefined
  /**
   * How many bytes of memory the filters of all endpoints may take, with the moves of the head that they wait for. When
   * they exceed it, the server ends filters of the endpoint whose filters take most, those that were polled longest ago
   * first. Default 16 MiB.
   */
  readonly filterBytes?: number | undefined
  /** After how many seconds without `eth_getFilterChanges` a filter ends. Default 300, as geth. */
  readonly filterSeconds?: number | undefined
  /** With `dev`: how many transactions may wait in the pool of an endpoint. Default 5120, as geth. */
  readonly poolTransactions?: number | undefined
  /** With `dev`: how many bytes of memory the pool of an endpoint may take. Default 32 MiB. */
  readonly poolBytes?: number | undefined
  /**
   * With `dev`: how many bytes of memory the blocks of all endpoints may take, with their code, states, snapshots, pools, and
   * transactions that a reorg may return to these. When they exceed it, the server drops the moves that `ommer_scenario`
   * returns, frees undone blocks, and ends filters that have not reported these. Then endpoints that have more than an equal
   * share cannot mine, send or change anything, and the others only up to half of it more. Default 128 MiB.
   */
  readonly chainsBytes?: number | undefined
  /**
   * How many bytes of memory the branches may take that the head of an endpoint has left: their blocks stay readable by
   * hash. When they exceed it, those that were left first are freed. Default 16 MiB.
   */
  readonly undoneBytes?: number | undefined
  /**
   * How many bytes of memory the newest requests, answers and moves of an endpoint may take, which the explorer shows.
   * Default 4 MiB.
   */
  readonly requestLogBytes?: number | undefined
  /**
   * How many bytes of memory those of all endpoints may take. When they exceed it, the endpoints that have most drop
   * their oldest. Default 64 MiB.
   */
  readonly requestLogsBytes?: number | undefined
  /**
   * How many bytes a journal may have. An endpoint whose entries take more than what is left of them cannot be changed.
   * Default 128 MiB, at most 256 MiB.
   */
  readonly journalBytes?: number | undefined
  /** How many clients may be connected, over HTTP and WebSocket together. Default 10,000. */
  readonly connections?: number | undefined
  /** How long the header of an HTTP request may take to arrive, in seconds. Default 60. */
  readonly headersSeconds?: number | undefined
  /** How long an HTTP request may take to arrive with its body, in seconds: at least `headersSeconds`. Default 300. */
  readonly requestSeconds?: number | undefined
  /**
   * How long an HTTP connection may be idle between two requests, in seconds. Default 120, as geth: a client whose
   * request crosses our close gets an error, so the client should close first. Go's does after 90 seconds.
   */
  readonly idleSeconds?: number | undefined
  /** How long answers in flight may delay a close, in seconds. Default 10. */
  readonly closeSeconds?: number | undefined
  /** How many bytes of unread answers a client may have before the server stops answering it. Default 16 MiB. */
  readonly backlogBytes?: number | undefined
  /** The interval between pings to WebSocket clients, in seconds. Default 30. */
  readonly heartbeatSeconds?: number | undefined
  /** How many bytes of encoded answers are cached; their gzipped forms add about half of that. Default 64 MiB. */
  readonly cacheBytes?: number | undefined
  /** How many blocks the range of one log query may have. Default what the dialect allows; 10,000, as Infura. */
  readonly logRange?: number | undefined
  /** How many logs one query may return. Default what the dialect allows; 10,000, as Infura. */
  readonly logResults?: number | undefined
}

/** The largest value of a limit that is a number: the largest length of a buffer. */
export const COUNT_MAX = 2 ** 31 - 1

/** A file, which with workers may be more than twice as long, must stay readable. */
const JOURNAL_BYTES_MAX = BYTES_MAX / 4

/** The longest delay of a timer, 2^31 - 1 milliseconds, in seconds. */
export const SECONDS_MAX = 2_147_483

const MEBIBYTE = 1024 * 1024

function count(fallback: number) {
  return v.optional(wholeNumber(1, COUNT_MAX), fallback)
}

function seconds(fallback: number) {
  return v.optional(wholeNumber(1, SECONDS_MAX), fallback)
}

/** How each limit is checked, and its default. */
const limitInputs = {
  requestBytes: count(5 * MEBIBYTE),
  requestValues: count(50_000),
  batchSize: count(1000),
  answerBytes: count(25 * MEBIBYTE),
  spoolBytes: count(COUNT_MAX),
  requestsInFlight: count(1000),
  queuedBytes: count(16 * MEBIBYTE),
  clientBytes: count(256 * MEBIBYTE),
  subscriptions: count(100),
  filters: count(1000),
  filterBytes: count(16 * MEBIBYTE),
  filterSeconds: seconds(300),
  poolTransactions: count(5120),
  poolBytes: count(32 * MEBIBYTE),
  chainsBytes: count(128 * MEBIBYTE),
  undoneBytes: count(16 * MEBIBYTE),
  requestLogBytes: count(4 * MEBIBYTE),
  requestLogsBytes: count(64 * MEBIBYTE),
  journalBytes: v.optional(wholeNumber(1, JOURNAL_BYTES_MAX), 128 * MEBIBYTE),
  connections: count(10_000),
  headersSeconds: seconds(60),
  requestSeconds: seconds(300),
  idleSeconds: seconds(120),
  closeSeconds: seconds(10),
  backlogBytes: count(16 * MEBIBYTE),
  heartbeatSeconds: seconds(30),
  cacheBytes: count(64 * MEBIBYTE),
  logRange: v.optional(wholeNumber(1, COUNT_MAX)),
  logResults: v.optional(wholeNumber(1, COUNT_MAX)),
} satisfies InputsOf<ServeLimits>

export const serveLimits = v.pipe(
  object(limitInputs, { member: 'limit', wanted: 'an object such as { batchSize: 10 }' }),
  consistent(({ headersSeconds, requestSeconds }) => {
    if (requestSeconds >= headersSeconds) return undefined
    const problem = `${requestSeconds} is less than headersSeconds (${headersSeconds})`
    return { path: ['requestSeconds'], problem }
  }),
)

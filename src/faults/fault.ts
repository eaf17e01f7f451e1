import type { NamedCorruption } from './corrupt/named.ts'

/** How a call reaches an endpoint. */
export type FaultTransport = 'http' | 'webSocket' | 'inProcess'

/** What goes wrong, as plain JSON. */
export type Fault =
  | LatencyFault
  | RateLimitFault
  | ServerErrorFault
  | TimeOutFault
  | ResetFault
  | CutOffFault
  | MalformedFault
  | WrongIdFault
  | MissingIdFault
  | NullFault
  | StaleHeadFault
  | OtherBranchReceiptsFault
  | PreviousBlockFault
  | ErrorFault
  | CorruptFault
  | BatchReorderedFault
  | BatchShortenedFault
  | BatchOneErrorFault
  | SocketClosedFault
  | MessageDelayedFault
  | MessageDoubledFault

export type FaultKind = Fault['kind']

/** The answer comes late, and another fault may befall it all the same. Several add up. */
interface LatencyFault {
  readonly kind: 'latency'
  /** how late, or between which bounds, both included, each delay being drawn by the seed */
  readonly milliseconds: Milliseconds
}

export type Milliseconds = number | readonly [low: number, high: number]

/** Infura's answer to who asks too often. */
export interface RateLimitFault {
  readonly kind: 'rateLimit'
  /** as HTTP 429 with `Retry-After`, or in the body of an HTTP 200. Default `http429`. */
  readonly style?: 'http429' | 'inBody'
  /** Default 30. */
  readonly retryAfterSeconds?: number
}

/** The page of a proxy before the node, in HTML. A WebSocket is closed with 1011. */
export interface ServerErrorFault {
  readonly kind: 'serverError'
  /** Default 502. */
  readonly status?: 500 | 502 | 503 | 504
}

/** No answer ever comes: the connection stays open until the client or the server's idle limit ends it. */
interface TimeOutFault {
  readonly kind: 'timeOut'
}

/** The connection breaks. */
interface ResetFault {
  readonly kind: 'reset'
  /** before any byte of the answer, or after half of it. Default `beforeAnswer`. */
  readonly when?: 'beforeAnswer' | 'midAnswer'
}

/** The transport is in order, and its body ends in the middle of the JSON, at a place drawn by the seed. */
interface CutOffFault {
  readonly kind: 'cutOff'
}

/** The body is as long as it should be, and no JSON. */
interface MalformedFault {
  readonly kind: 'malformed'
}

/** The answer bears the id of no request of the client. */
interface WrongIdFault {
  readonly kind: 'wrongId'
}

/** The answer bears no id. */
interface MissingIdFault {
  readonly kind: 'missingId'
}

/** `null` for what is there: a replica that has not caught up. */
interface NullFault {
  readonly kind: 'null'
}

/** The answer that a replica gives whose head lies behind. */
interface StaleHeadFault {
  readonly kind: 'staleHead'
  /** how far behind */
  readonly blocks: number
}

/**
 * For receipts, those of another block of the same height, an uncle's included; of several the one of the lowest hash
 * that has any receipts. Null where there is none, or where the transaction is not in it.
 */
interface OtherBranchReceiptsFault {
  readonly kind: 'otherBranchReceipts'
}

/** The answer that would be right for the block before. Logs stay as they are: they may be of many blocks. */
interface PreviousBlockFault {
  readonly kind: 'previousBlock'
}

/** A JSON-RPC error of your own. */
interface ErrorFault {
  readonly kind: 'error'
  readonly code: number
  readonly message: string
  /** any JSON */
  readonly data?: unknown
}

/** One thing in the answer is wrong, and all else is as it was. */
export type CorruptFault =
  | { readonly kind: 'corrupt'; readonly what: NamedCorruption }
  | {
      readonly kind: 'corrupt'
      /** where in the result, as in `transactions[0].value` or `[2].logs[0].data` */
      readonly field: string
      /** any JSON; by default what stands there, changed by the seed to another value of its form */
      readonly value?: unknown
    }

/** The answers of a batch come in another order than its requests, drawn by the seed. */
interface BatchReorderedFault {
  readonly kind: 'batchReordered'
}

/** The last answers of a batch are missing. */
interface BatchShortenedFault {
  readonly kind: 'batchShortened'
  /** how many. Default 1. */
  readonly by?: number
}

/** One error with id null answers a whole batch. */
export interface BatchOneErrorFault {
  readonly kind: 'batchOneError'
  /** Default -32005. */
  readonly code?: number
  /** Default `batch limit exceeded`. */
  readonly message?: string
}

/** In place of the answer the WebSocket is closed; or with `atBlock` each WebSocket of the endpoint. */
export interface SocketClosedFault {
  readonly kind: 'socketClosed'
  /** when the endpoint's head comes to this height, whatever is called */
  readonly atBlock?: number
  /** of RFC 6455, 7.4; with 1006, its default, the connection ends without a word */
  readonly code?: number
}

/** A WebSocket message comes late, and others overtake it. */
interface MessageDelayedFault {
  readonly kind: 'messageDelayed'
  readonly milliseconds: Milliseconds
}

/** A WebSocket message comes twice. */
interface MessageDoubledFault {
  readonly kind: 'messageDoubled'
}

/** Those which the right answer decides over: whether they make a difference to it is known when it is. */
export type AnswerFault = Extract<
  Fault,
  { kind: 'null' | 'staleHead' | 'otherBranchReceipts' | 'previousBlock' | 'corrupt' }
>

const answerFaults: ReadonlySet<FaultKind> = new Set<AnswerFault['kind']>([
  'null',
  'staleHead',
  'otherBranchReceipts',
  'previousBlock',
  'corrupt',
])

export function isOfAnswers(fault: Fault): fault is AnswerFault {
  return answerFaults.has(fault.kind)
}

const everywhere: readonly FaultTransport[] = ['http', 'webSocket', 'inProcess']
const onWires: readonly FaultTransport[] = ['http', 'webSocket']
const onWebSocket: readonly FaultTransport[] = ['webSocket']

/** Over which transports a fault can happen: in the process there are no envelopes, batches and messages. */
export const transportsOf: Readonly<Record<FaultKind, readonly FaultTransport[]>> = {
  latency: everywhere,
  rateLimit: everywhere,
  serverError: everywhere,
  timeOut: everywhere,
  reset: everywhere,
  cutOff: everywhere,
  malformed: everywhere,
  wrongId: onWires,
  missingId: onWires,
  null: everywhere,
  staleHead: everywhere,
  otherBranchReceipts: everywhere,
  previousBlock: everywhere,
  error: everywhere,
  corrupt: everywhere,
  batchReordered: onWires,
  batchShortened: onWires,
  batchOneError: onWires,
  socketClosed: onWebSocket,
  messageDelayed: onWebSocket,
  messageDoubled: onWebSocket,
}

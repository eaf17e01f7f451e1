import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Dialect } from '../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { View } from '../endpoint/view.ts'
import type { Random } from '../primitives/random.ts'
import type { Milliseconds } from './fields.ts'
import type { FaultTarget } from './target.ts'

/**
 * The effect of a fault, as data. `at` names where it acts: before the call; on its result; on the reply, which is the
 * envelope of one response, a batch of responses, or the text of the body; or on the connection.
 */
export type FaultEffect =
  | CallEffect
  | ChangeEffect
  | ViewEffect
  | EnvelopeEffect
  | BatchEffect
  | BodyEffect
  | DeliveryEffect
  | LatencyEffect

/** The method is not called; the response is an error. */
export interface CallEffect {
  readonly at: 'call'
  readonly error: InjectedError
  /** over HTTP, the whole reply has this status and these headers, and a batch gets one refusal */
  readonly http?: { readonly status: number; readonly headers: readonly string[] }
  /** over HTTP the body is the error alone, without the members of JSON-RPC */
  readonly isBare?: boolean
  /** a batch has no status: its requests get the error */
  readonly isPerRequest?: boolean
  /** for the log */
  readonly detail: string
  /** the same as a dialect has it */
  inDialect?(dialect: Dialect): CallEffect
}

/** A JSON-RPC error. */
export interface InjectedError {
  /** a number, or the name of one of the service's own errors, which is then counted under that name */
  readonly code: number | 'LIMIT_EXCEEDED'
  readonly message: string
  /** any JSON value */
  readonly data?: unknown
}

/** The result is changed. */
export interface ChangeEffect {
  readonly at: 'result'
  /**
   * Changes a result.
   *
   * @param result the caller's own copy, as plain JSON values, which may be changed
   * @returns undefined if there is nothing to change
   */
  change(result: unknown, random: Random): ChangedResult | undefined
}

interface ChangedResult {
  readonly result: unknown
  /** for the log */
  readonly detail: string
}

/** The result comes from another view of the chain. */
export interface ViewEffect {
  readonly at: 'view'
  /** The other view, whose lookups may throw a `ViewError`. */
  view(endpoint: Endpoint, asked: Asked): OtherView
  /** Whether the call is made from the other view alone, so that it changes nothing. Default false. */
  readonly isOnlyView?: boolean
  /** the block that a notification describes instead; undefined to leave it unchanged */
  notifiedBlock?(endpoint: Endpoint, block: SealedBlock): SealedBlock | undefined
}

/** What a client asked, as far as the answer of another view depends on it. */
interface Asked {
  readonly dialect: Dialect
  /** what the answer of the method has */
  readonly targets: readonly FaultTarget[]
}

interface OtherView {
  readonly view: View
  /** for the log */
  detail(): string
  /** for the log instead of `detail`, if a result with more information exists */
  describe?(result: unknown): string
}

/** The response has another id than the request. */
interface EnvelopeEffect {
  readonly at: 'envelope'
  /** @param id as JSON */
  changeId(id: string): {
    /** as JSON; undefined to remove the id */
    readonly id: string | undefined
    /** for the log */
    readonly detail: string
  }
}

/** The responses to a batch are assembled wrongly. */
interface BatchEffect {
  readonly at: 'batch'
  /** the fewest responses with which it has an effect */
  readonly responsesMin: number
  /** @param count the number of responses, at least `responsesMin` */
  arrange(count: number, random: Random): BatchArrangement
}

type BatchArrangement = {
  /** for the log */
  readonly detail: string
} & (
  | { /** indices of the responses that are sent, in order */ readonly order: readonly number[] }
  | { /** the response to the whole batch */ readonly error: InjectedError }
)

/** The text of the whole body is changed. */
export interface BodyEffect {
  readonly at: 'body'
  changeText(
    text: string,
    random: Random,
  ): {
    readonly text: string
    /** for the log */
    readonly detail: string
  }
}

/** The transport does something else instead of sending the reply. */
export interface DeliveryEffect {
  readonly at: 'delivery'
  readonly delivery: Delivery
  /** used instead of `delivery` over WebSocket */
  readonly webSocket?: Delivery
  /** Whether it applies to a notification. By default it applies to each. */
  isFor?(notification: NotifiedPart): boolean
}

/** What the effect on a notification may depend on. */
interface NotifiedPart {
  /** the kind of its subscription */
  readonly name: string
  /** whether it is about the last block of its move */
  readonly isLast: boolean
}

/** RFC 6455, 7.4.1: the connection ends without a closing handshake. */
export const WEBSOCKET_ABNORMAL = 1006

/** What a transport does with a reply, or instead of sending it. */
export type Delivery =
  | Page
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset'; readonly when: 'beforeAnswer' | 'midAnswer' }
  | { readonly kind: 'close'; readonly code: number }
  | { readonly kind: 'late'; readonly milliseconds: Milliseconds }
  | { readonly kind: 'twice' }

/** An HTTP response with its own status. */
export interface Page {
  readonly kind: 'page'
  readonly status: number
  /** names and values, alternating, without those that follow from the body's length */
  readonly headers: readonly string[]
  readonly body: string
}

/** The reply is late. The delays of several rules add up, and another fault may apply as well. */
interface LatencyEffect {
  readonly at: 'latency'
  readonly milliseconds: Milliseconds
}

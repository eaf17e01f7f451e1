import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { View } from '../endpoint/view.ts'
import type { Random } from '../primitives/random.ts'
import type { Milliseconds } from './fields.ts'

/**
 * What a fault does, as data. `at` names the point where it acts: before the call; to its result; to the reply, which is
 * the envelope of one response, a batch of them, or the text of the whole body; or to the connection that carries it.
 */
export type Effect =
  | CallEffect
  | ChangeEffect
  | ViewEffect
  | EnvelopeEffect
  | BatchEffect
  | BodyEffect
  | DeliveryEffect
  | LatencyEffect

/** The method is not called: an error is the response. */
export interface CallEffect {
  readonly at: 'call'
  readonly error: InjectedError
  /** over HTTP the whole reply has this status and these headers, and a batch is refused as one */
  readonly http?: { readonly status: number; readonly headers: readonly string[] }
  /** for the log */
  readonly detail: string
}

/** A JSON-RPC error. */
export interface InjectedError {
  /** a number; or the name of an error that the service has itself, and is counted as such */
  readonly code: number | 'LIMIT_EXCEEDED'
  readonly message: string
  /** any JSON */
  readonly data?: unknown
}

/** The right result is changed. */
export interface ChangeEffect {
  readonly at: 'result'
  /**
   * @param result plain JSON of the caller's own, which may be changed
   * @returns undefined where there is nothing to change
   */
  change(result: unknown, random: Random): ChangedResult | undefined
}

interface ChangedResult {
  readonly result: unknown
  /** for the log */
  readonly detail: string
}

/** The result is the one that another view of the chain gives. */
export interface ViewEffect {
  readonly at: 'view'
  /** @returns undefined where the answers of a method stay as they are */
  view(endpoint: Endpoint, method: string): OtherView | undefined
  /** which block a notification of a block is about instead; undefined where it stays as it is */
  notifiedBlock?(endpoint: Endpoint, block: SealedBlock): SealedBlock | undefined
}

interface OtherView {
  readonly view: View
  /** for the log */
  detail(): string
  /** for the log in place of `detail`, where there is a result that says more */
  describe?(result: unknown): string
}

/** The response has another id than the request. */
interface EnvelopeEffect {
  readonly at: 'envelope'
  /** @param id as JSON */
  changeId(id: string): {
    /** as JSON; undefined: none */
    readonly id: string | undefined
    /** for the log */
    readonly detail: string
  }
}

/** The responses to a batch are put together wrongly. */
interface BatchEffect {
  readonly at: 'batch'
  /** how many responses there must be for it to make a difference */
  readonly responsesMin: number
  /** @param count how many responses there are, at least `responsesMin` */
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

/** The transport does something other than to send the reply. */
export interface DeliveryEffect {
  readonly at: 'delivery'
  readonly delivery: Delivery
  /** in place of `delivery` where the transport is a WebSocket */
  readonly webSocket?: Delivery
}

/** RFC 6455, 7.4.1: stands for a connection that ends without a closing handshake. */
export const WEBSOCKET_ABNORMAL = 1006

/** What a transport does with a reply, or in place of sending it. */
export type Delivery =
  | Page
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset'; readonly when: 'beforeAnswer' | 'midAnswer' }
  | { readonly kind: 'close'; readonly code: number }
  | { readonly kind: 'late'; readonly milliseconds: Milliseconds }
  | { readonly kind: 'twice' }

/** An HTTP response that is not the usual one. */
export interface Page {
  readonly kind: 'page'
  readonly status: number
  /** names and values in turn, without those that follow from the body's length */
  readonly headers: readonly string[]
  readonly body: string
}

/** The reply is late. The delays of several rules add up, and another fault may apply as well. */
interface LatencyEffect {
  readonly at: 'latency'
  readonly milliseconds: Milliseconds
}

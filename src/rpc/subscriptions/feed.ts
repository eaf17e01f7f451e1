import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { SubscriptionKind } from '../../endpoint/activity/subscriptionKinds.ts'
import type { SentTransaction } from '../../pool/sentTransaction.ts'
import type { Answer } from '../answer.ts'

/** A bounded queue of what a subscription sends, which merges or drops what a client does not read in time. */
export interface FeedQueue {
  /**
   * Calls back when there is something to take.
   *
   * @returns a function that stops this
   */
  watch(onReady: () => void): () => void
  /** Takes the next answer; undefined where there is none. */
  take(): Answer | undefined
}

/** What notifications of a transaction need. It has no blobs, so that a queue of them is small. */
export type SentNotice = Pick<SentTransaction, 'hash' | 'sender' | 'nonce' | 'encoded'>

/**
 * What a subscription sends when the head moves, or a transaction is sent. Each answer is the `result` of one
 * notification, encoded like that of a method.
 */
export interface Feed {
  /**
   * The first parameter of `eth_subscribe`. Those that only tools use, such as the explorer, begin with `ommer_`: they do
   * not count as subscriptions of clients under test.
   */
  readonly name: SubscriptionKind | `ommer_${string}`
  /** an estimate of how many bytes its filter takes */
  readonly bytes: number
  /** how many of its name a connection may have; by default only the number of all subscriptions is limited */
  readonly max?: number
  /** for a block that is no longer canonical */
  removed(block: SealedBlock): Iterable<Answer>
  /** for a block that has become canonical */
  added(block: SealedBlock): Iterable<Answer>
  /** for a transaction that was sent */
  sent?(transaction: SentNotice): Answer
  /** a queue of its own, which replaces that of head changes */
  readonly queue?: FeedQueue
  /** the one answer for a block, where there is always exactly one */
  of?(block: SealedBlock): Answer
}

import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { SubscriptionKind } from '../../endpoint/activity/subscriptionKinds.ts'
import type { SentTransaction } from '../../pool/sentTransaction.ts'
import type { Answer } from '../answer.ts'

/**
 * What a subscription sends when the head moves, or a transaction is sent. Each answer is the `result` of one notification, encoded like that of a
 * method.
 */
export interface Feed {
  /** the first parameter of `eth_subscribe` */
  readonly name: SubscriptionKind
  /** an estimate of how many bytes its filter takes */
  readonly bytes: number
  /** for a block that is no longer canonical */
  removed(block: SealedBlock): Iterable<Answer>
  /** for a block that has become canonical */
  added(block: SealedBlock): Iterable<Answer>
  /** for a transaction that was sent */
  sent?(transaction: SentTransaction): Answer
  /** the one answer for a block, where there is always exactly one */
  of?(block: SealedBlock): Answer
}

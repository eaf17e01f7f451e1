import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { DrawnFault, FaultPlan } from '../../faults/faultPlan.ts'
import { SUBSCRIPTION } from '../../faults/matches.ts'
import type { FaultTransport } from '../../faults/transport.ts'
import { type Answer, decodeResult, encodeResult, isSame } from '../answer.ts'
import type { Reply } from '../reply.ts'
import { type Notification, writeNotification } from '../subscriptions/subscriptions.ts'
import { type DrawnDelivery, deliveryOf, describeDelivery } from './delivery.ts'
import { faultyBody } from './faultyReply.ts'
import { isOpenTo } from './openMethods.ts'

/** A message, and what the transport does instead of sending it as it is. */
export interface FaultyNotification {
  readonly message: Reply
  readonly delivery: DrawnDelivery | undefined
}

/** Applies the fault that is drawn for a notification. For rules, it is a call of `eth_subscription`. */
export async function faultyNotification(
  plan: FaultPlan,
  endpoint: Endpoint,
  transport: FaultTransport,
  notification: Notification,
): Promise<FaultyNotification> {
  const { number } = notification.block
  const { fault } = await plan.draw({
    of: 'notification',
    methods: [SUBSCRIPTION],
    blocks: [{ from: number, to: number }],
    transport,
  })
  const right = writeNotification(notification)
  if (fault === undefined) return { message: right, delivery: undefined }
  const drawn = namingSubscription(notification, fault)
  const { effect, random } = drawn
  if (effect.at === 'delivery') {
    const { name, isLast = true } = notification
    if (effect.isFor?.({ name, isLast }) === false) {
      drawn.hadNoEffect()
      return { message: right, delivery: undefined }
    }
    const delivery = deliveryOf(effect, transport, random)
    drawn.happened(delivery.kind === 'silence' ? 'lost' : describeDelivery(delivery))
    return { message: right, delivery }
  }
  const message =
    effect.at === 'body'
      ? faultyBody(drawn, effect, right)
      : withOtherResult(drawn, endpoint, notification)
  if (message === undefined) drawn.hadNoEffect()
  return { message: message ?? right, delivery: undefined }
}

/** Names the subscription in the log. */
function namingSubscription({ id, name }: Notification, drawn: DrawnFault): DrawnFault {
  return { ...drawn, happened: (detail) => drawn.happened(`${name} ${id}: ${detail}`) }
}

/** @returns undefined if the fault makes no difference */
function withOtherResult(
  drawn: DrawnFault,
  endpoint: Endpoint,
  notification: Notification,
): Reply | undefined {
  const wrong = otherResult(drawn, endpoint, notification)
  if (wrong === undefined || isSame(wrong.answer, notification.answer)) return undefined
  drawn.happened(wrong.detail)
  return writeNotification({ id: notification.id, answer: wrong.answer })
}

interface OtherResult {
  /** for the log */
  readonly detail: string
  readonly answer: Answer
}

function otherResult(
  { effect, scope, random }: DrawnFault,
  endpoint: Endpoint,
  { answer, block, of }: Notification,
): OtherResult | undefined {
  if (!isOpenTo(scope, SUBSCRIPTION)) return undefined
  if (effect.at === 'result') {
    const changed = effect.change(decodeResult(answer), random)
    return changed && { detail: changed.detail, answer: encodeResult(changed.result) }
  }
  const other = effect.at === 'view' ? effect.notifiedBlock?.(endpoint, block) : undefined
  if (other === undefined || of === undefined) return undefined
  return { detail: `block ${other.number}`, answer: of(other) }
}

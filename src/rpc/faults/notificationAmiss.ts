import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { corrupt } from '../../faults/corrupt/corrupt.ts'
import type { FaultTransport } from '../../faults/fault.ts'
import type { DrawnFault, FaultPlan } from '../../faults/faultPlan.ts'
import { type Answer, decodeResult, encodeResult } from '../answer.ts'
import type { Reply } from '../reply.ts'
import { type Notification, notify } from '../subscriptions/subscriptions.ts'
import { type Delivery, deliveryOf, describeDelivery } from './delivery.ts'
import { spoilBody } from './spoil.ts'

/** A message, and what is to be done with it other than to send it. */
export interface NotificationAmiss {
  readonly message: Reply
  readonly delivery: Delivery | undefined
}

/** What becomes of a notification, which to rules is a call of `eth_subscription`. */
export async function notificationAmiss(
  plan: FaultPlan,
  endpoint: Endpoint,
  transport: FaultTransport,
  notification: Notification,
): Promise<NotificationAmiss> {
  const { number } = notification.block
  const subject = {
    of: 'notification',
    methods: ['eth_subscription'],
    blocks: [{ from: number, to: number }],
    transport,
  } as const
  const { fault } = await plan.draw(subject)
  const right = notify(notification)
  if (fault === undefined) return { message: right, delivery: undefined }
  const drawn = tellingOf(notification, fault)
  const delivery = deliveryOf(drawn, transport, right)
  if (delivery !== undefined) {
    drawn.happened(delivery.kind === 'silence' ? 'lost' : describeDelivery(delivery))
    return { message: right, delivery }
  }
  const wrong = spoilBody(drawn, right) ?? tellWrongly(drawn, endpoint, notification)
  if (wrong === undefined) drawn.cameToNothing()
  return { message: wrong ?? right, delivery: undefined }
}

/** Has the log tell which subscription it was. */
function tellingOf({ id, name }: Notification, drawn: DrawnFault): DrawnFault {
  return { ...drawn, happened: (detail) => drawn.happened(`${name} ${id}: ${detail}`) }
}

/** @returns undefined where it makes no difference */
function tellWrongly(
  drawn: DrawnFault,
  endpoint: Endpoint,
  notification: Notification,
): Reply | undefined {
  const wrong = wrongAnswer(drawn, endpoint, notification)
  if (wrong === undefined || Buffer.compare(wrong.answer, notification.answer) === 0) {
    return undefined
  }
  drawn.happened(wrong.detail)
  return notify({ id: notification.id, answer: wrong.answer })
}

interface WrongAnswer {
  /** for the log */
  readonly detail: string
  readonly answer: Answer
}

function wrongAnswer(
  { fault, random }: DrawnFault,
  endpoint: Endpoint,
  { answer, block, of }: Notification,
): WrongAnswer | undefined {
  if (fault.kind === 'corrupt') {
    const result = decodeResult(answer)
    const detail = corrupt(fault, result, random)
    return detail === undefined ? undefined : { detail, answer: encodeResult(result) }
  }
  const { tree } = endpoint.chain
  let other: SealedBlock | undefined
  if (fault.kind === 'previousBlock') other = tree.byHash(block.parentHash)
  if (fault.kind === 'staleHead') {
    other = endpoint.blockByNumber(Math.max(tree.first.number, block.number - fault.blocks))
  }
  if (other === undefined || of === undefined) return undefined
  return { detail: `block ${other.number}`, answer: of(other) }
}

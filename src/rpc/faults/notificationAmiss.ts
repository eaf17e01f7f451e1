import type { FaultPlan } from '../../endpoint/faults/faultPlan.ts'
import type { Reply } from '../reply.ts'
import { type Delivery, deliveryOf, describeDelivery } from './delivery.ts'

/**
 * What befalls a notification, which to rules is a call of `eth_subscription`.
 *
 * @param number of the block that it is about
 * @returns undefined where nothing does
 */
export function notificationFault(
  plan: FaultPlan,
  message: Reply,
  number: number,
): Delivery | undefined {
  const drawn = plan.draw({
    of: 'notification',
    methods: ['eth_subscription'],
    blocks: [{ from: number, to: number }],
    transport: 'webSocket',
  }).fault
  const delivery = drawn && deliveryOf(drawn, 'webSocket', message)
  if (delivery !== undefined) drawn?.happened(describeDelivery(delivery))
  return delivery
}

import type { CallEffect, Delivery, DeliveryEffect, Page } from '../../faults/effect.ts'
import { drawMilliseconds } from '../../faults/faultPlan.ts'
import type { FaultTransport } from '../../faults/transport.ts'
import type { Random } from '../../primitives/random.ts'
import { type Reply, textOf } from '../reply.ts'

/** What a transport does with a reply, or instead of sending it, with all draws made. */
export type DrawnDelivery =
  | Exclude<Delivery, { kind: 'late' }>
  | { readonly kind: 'late'; readonly milliseconds: number }

/** What a fault of the connection does over a transport. */
export function deliveryOf(
  { delivery, webSocket }: DeliveryEffect,
  transport: FaultTransport,
  random: Random,
): DrawnDelivery {
  const chosen = transport === 'webSocket' ? (webSocket ?? delivery) : delivery
  if (chosen.kind !== 'late') return chosen
  return { kind: 'late', milliseconds: drawMilliseconds(chosen.milliseconds, random) }
}

/** A refusal with its own HTTP status. */
export function refusalPage(http: NonNullable<CallEffect['http']>, reply: Reply): Page {
  return { kind: 'page', ...http, body: textOf(reply) }
}

/** Whether the client receives the whole reply, possibly late. */
export function deliversReply({ kind }: DrawnDelivery): boolean {
  return kind === 'late' || kind === 'twice'
}

/** Describes a delivery in a few words, for the log. */
export function describeDelivery(delivery: DrawnDelivery): string {
  switch (delivery.kind) {
    case 'page':
      return `HTTP ${delivery.status}`
    case 'silence':
      return 'no answer'
    case 'reset':
      return delivery.when === 'midAnswer' ? 'in the middle of the answer' : 'before the answer'
    case 'close':
      return `code ${delivery.code}`
    case 'late':
      return `${delivery.milliseconds} ms`
    case 'twice':
      return 'twice'
  }
}

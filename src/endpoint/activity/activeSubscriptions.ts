import { type SubscriptionKind, subscriptionKinds } from './subscriptionKinds.ts'
import type { Condition } from './waits.ts'

/** Counts the subscriptions of all clients of an endpoint. */
export class ActiveSubscriptions {
  readonly #counts = new Map<SubscriptionKind, number>()

  countOf(kind: SubscriptionKind): number {
    return this.#counts.get(kind) ?? 0
  }

  /** @param by 1 for a new subscription, -1 for one that has ended */
  change(kind: SubscriptionKind, by: 1 | -1): void {
    this.#counts.set(kind, this.countOf(kind) + by)
  }

  /** At least so many subscriptions exist. */
  atLeast(count: number, kind: SubscriptionKind): Condition<void> {
    return {
      met: () => (this.countOf(kind) >= count ? { result: undefined } : undefined),
      describe: (within) => {
        const have = `${this.countOf(kind)} of ${count} subscriptions to ${kind} exist${within}`
        return `${have}; ${this.#others(kind)}`
      },
    }
  }

  /** No subscription exists. */
  none(kind: SubscriptionKind): Condition<void> {
    return {
      met: () => (this.countOf(kind) === 0 ? { result: undefined } : undefined),
      describe: (within) => `${this.countOf(kind)} subscriptions to ${kind} still exist${within}`,
    }
  }

  #others(kind: SubscriptionKind): string {
    const others = subscriptionKinds.filter((other) => other !== kind && this.countOf(other) > 0)
    if (others.length === 0) return 'no client has subscribed to anything else'
    return `others: ${others.map((other) => `${other} ×${this.countOf(other)}`).join(', ')}`
  }
}

import type { Random } from '../../primitives/random.ts'
import { faultKind, faultSchema } from '../kind.ts'
import { networkTransports } from '../transport.ts'

/** The responses to a batch are in another order than its requests. The seed decides the order. */
export interface BatchReorderedFault {
  readonly kind: 'batchReordered'
}

export const batchReordered = faultKind<BatchReorderedFault>()({
  schema: faultSchema(
    'batchReordered',
    'The responses to a batch are in another order than its requests.',
    {},
  ),
  appliesTo: () => ({ subject: 'batch', transports: networkTransports }),
  effect: () => ({
    at: 'batch',
    responsesMin: 2,
    arrange(count, random) {
      const order = otherOrder(count, random)
      return { order, detail: `answers ${order.join(', ')}` }
    },
  }),
})

/** A permutation of the numbers from 0, other than the identity. */
function otherOrder(length: number, random: Random): readonly number[] {
  const order = Array.from({ length }, (_, index) => index)
  for (let last = length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    ;[order[last], order[other]] = [order[other] as number, order[last] as number]
  }
  const isSorted = order.every((number, index) => number === index)
  return isSorted ? order.reverse() : order
}

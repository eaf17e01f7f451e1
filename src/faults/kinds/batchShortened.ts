import * as v from 'valibot'
import { described, wholeNumber } from '../../primitives/input.ts'
import { faultKind, faultSchema } from '../kind.ts'
import { networkTransports } from '../transport.ts'

/** The last responses to a batch are missing. */
export interface BatchShortenedFault {
  readonly kind: 'batchShortened'
  /** how many responses are missing. Default 1. */
  readonly by?: number | undefined
}

export const batchShortened = faultKind<BatchShortenedFault>()({
  schema: faultSchema('batchShortened', 'The last responses to a batch are missing.', {
    by: v.optional(described(wholeNumber(1), 'how many are missing'), 1),
  }),
  appliesTo: () => ({ subject: 'batch', transports: networkTransports }),
  effect: ({ by }) => ({
    at: 'batch',
    responsesMin: 1,
    arrange(count) {
      const left = Math.max(0, count - by)
      const order = Array.from({ length: left }, (_, index) => index)
      return { order, detail: `${left} of ${count} answers` }
    },
  }),
})

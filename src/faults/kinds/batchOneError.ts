import * as v from 'valibot'
import { errorCode, errorMessage } from '../fields.ts'
import { faultKind, faultSchema } from '../kind.ts'
import { networkTransports } from '../transport.ts'

/** One error with id null is the response to a whole batch. */
export interface BatchOneErrorFault {
  readonly kind: 'batchOneError'
  /** Default -32005. */
  readonly code?: number | undefined
  /** Default `batch limit exceeded`. */
  readonly message?: string | undefined
}

export const batchOneError = faultKind<BatchOneErrorFault>()({
  schema: faultSchema('batchOneError', 'One error with id null is the response to a whole batch.', {
    code: v.optional(errorCode, -32005),
    message: v.optional(errorMessage, 'batch limit exceeded'),
  }),
  appliesTo: () => ({ subject: 'batch', transports: networkTransports }),
  effect: ({ code, message }) => ({
    at: 'batch',
    responsesMin: 1,
    arrange: () => ({ error: { code, message }, detail: `${code} ${message}` }),
  }),
})

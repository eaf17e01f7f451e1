import * as v from 'valibot'
import { described } from '../../primitives/input.ts'
import { errorCode, errorMessage, json } from '../fields.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** A JSON-RPC error of your own. */
export interface ErrorFault {
  readonly kind: 'error'
  readonly code: number
  readonly message: string
  /** any JSON */
  readonly data?: unknown
}

export const error = faultKind<ErrorFault>()({
  schema: faultSchema('error', 'A JSON-RPC error of your own.', {
    code: errorCode,
    message: errorMessage,
    data: v.optional(described(json, 'any JSON')),
  }),
  effect: ({ code, message, data }) => ({
    at: 'call',
    error: { code, message, ...(data !== undefined && { data }) },
    detail: `${code} ${message}`,
  }),
})

import * as v from 'valibot'
import { oneOf } from '../../primitives/input.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** The connection breaks: before any byte of the reply, or after half of it. */
export interface ResetFault {
  readonly kind: 'reset'
  /** before the first byte of the response, or after half of it. Default `beforeAnswer`. */
  readonly when?: 'beforeAnswer' | 'midAnswer' | undefined
}

export const reset = faultKind<ResetFault>()({
  schema: faultSchema('reset', 'The connection breaks.', {
    when: v.optional(oneOf('beforeAnswer', 'midAnswer'), 'beforeAnswer'),
  }),
  appliesTo: () => ({ notifications: ['webSocket'] }),
  effect: ({ when }) => ({ at: 'delivery', delivery: { kind: 'reset', when } }),
})

import { type Milliseconds, milliseconds } from '../fields.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** The reply is late. Several delays add up, and another fault may apply as well. */
export interface LatencyFault {
  readonly kind: 'latency'
  /** how late, or the range it is drawn from, both ends included */
  readonly milliseconds: Milliseconds
}

export const latency = faultKind<LatencyFault>()({
  schema: faultSchema('latency', 'The reply is late; another fault may apply as well.', {
    milliseconds,
  }),
  effect: (fault) => ({ at: 'latency', milliseconds: fault.milliseconds }),
})

import { milliseconds } from '../fields.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** The reply is late. Several delays add up, and another fault may apply as well. */
export const latency = faultKind({
  schema: faultSchema('latency', 'The reply is late; another fault may apply as well.', {
    milliseconds,
  }),
  effect: (fault) => ({ at: 'latency', milliseconds: fault.milliseconds }),
})

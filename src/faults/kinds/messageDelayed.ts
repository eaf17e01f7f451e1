import { milliseconds } from '../fields.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** A WebSocket message is late, and others overtake it. */
export const messageDelayed = faultKind({
  schema: faultSchema('messageDelayed', 'A WebSocket message is late, and others overtake it.', {
    milliseconds,
  }),
  appliesTo: () => ({ transports: ['webSocket'], notifications: ['webSocket'] }),
  effect: (fault) => ({
    at: 'delivery',
    delivery: { kind: 'late', milliseconds: fault.milliseconds },
  }),
})

import { type Milliseconds, milliseconds } from '../fields.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** A WebSocket message is late, and others overtake it. */
export interface MessageDelayedFault {
  readonly kind: 'messageDelayed'
  /** how late, or the range it is drawn from, both ends included */
  readonly milliseconds: Milliseconds
}

export const messageDelayed = faultKind<MessageDelayedFault>()({
  schema: faultSchema('messageDelayed', 'A WebSocket message is late, and others overtake it.', {
    milliseconds,
  }),
  appliesTo: () => ({ transports: ['webSocket'], notifications: ['webSocket'] }),
  effect: (fault) => ({
    at: 'delivery',
    delivery: { kind: 'late', milliseconds: fault.milliseconds },
  }),
})

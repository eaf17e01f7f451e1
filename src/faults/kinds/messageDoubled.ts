import { faultKind, faultSchema } from '../kind.ts'

/** A WebSocket message is sent twice. */
export interface MessageDoubledFault {
  readonly kind: 'messageDoubled'
}

export const messageDoubled = faultKind<MessageDoubledFault>()({
  schema: faultSchema('messageDoubled', 'A WebSocket message is sent twice.', {}),
  appliesTo: () => ({ transports: ['webSocket'], notifications: ['webSocket'] }),
  effect: () => ({ at: 'delivery', delivery: { kind: 'twice' } }),
})

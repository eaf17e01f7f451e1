import { faultKind, faultSchema } from '../kind.ts'

/** A WebSocket message is sent twice. */
export const messageDoubled = faultKind({
  schema: faultSchema('messageDoubled', 'A WebSocket message is sent twice.', {}),
  appliesTo: () => ({ transports: ['webSocket'], notifications: ['webSocket'] }),
  effect: () => ({ at: 'delivery', delivery: { kind: 'twice' } }),
})

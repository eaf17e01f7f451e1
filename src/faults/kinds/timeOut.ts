import { faultKind, faultSchema } from '../kind.ts'

/** No reply is ever sent: the connection stays open until the client, or the server's idle limit, ends it. */
export interface TimeOutFault {
  readonly kind: 'timeOut'
}

export const timeOut = faultKind<TimeOutFault>()({
  schema: faultSchema('timeOut', 'No reply is ever sent.', {}),
  appliesTo: () => ({ notifications: ['webSocket', 'inProcess'] }),
  effect: () => ({ at: 'delivery', delivery: { kind: 'silence' } }),
})

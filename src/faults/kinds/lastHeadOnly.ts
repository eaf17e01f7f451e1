import { faultKind, faultSchema } from '../kind.ts'

/** Of several blocks that one move adds, `newHeads` has the last one alone, as in geth. */
export interface LastHeadOnlyFault {
  readonly kind: 'lastHeadOnly'
}

export const lastHeadOnly = faultKind<LastHeadOnlyFault>()({
  schema: faultSchema(
    'lastHeadOnly',
    'Of several blocks that one move adds, newHeads has the last one alone, as in geth.',
    {},
  ),
  appliesTo: () => ({ transports: [], notifications: ['webSocket', 'inProcess'] }),
  effect: () => ({
    at: 'delivery',
    delivery: { kind: 'silence' },
    isFor: ({ name, isLast }) => name === 'newHeads' && !isLast,
  }),
})

import { faultKind, faultSchema } from '../kind.ts'

/** `null` for what exists: a replica that has not caught up. */
export interface NullFault {
  readonly kind: 'null'
}

export const nullResult = faultKind<NullFault>()({
  schema: faultSchema('null', 'null for what exists: a replica that has not caught up.', {}),
  effect: () => ({ at: 'result', change: () => ({ result: null, detail: 'null' }) }),
})

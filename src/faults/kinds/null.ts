import { faultKind, faultSchema } from '../kind.ts'

/** `null` for what exists: a replica that has not caught up. */
export const nullResult = faultKind({
  schema: faultSchema('null', 'null for what exists: a replica that has not caught up.', {}),
  effect: () => ({ at: 'result', change: () => ({ result: null, detail: 'null' }) }),
})

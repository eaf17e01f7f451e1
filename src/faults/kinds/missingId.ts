import { faultKind, faultSchema } from '../kind.ts'
import { networkTransports } from '../transport.ts'

/** The response has no id. */
export interface MissingIdFault {
  readonly kind: 'missingId'
}

export const missingId = faultKind<MissingIdFault>()({
  schema: faultSchema('missingId', 'The response has no id.', {}),
  appliesTo: () => ({ transports: networkTransports }),
  effect: () => ({
    at: 'envelope',
    changeId: (id) => ({ id: undefined, detail: `without ${id}` }),
  }),
})

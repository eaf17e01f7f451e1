import { faultKind, faultSchema } from '../kind.ts'
import { networkTransports } from '../transport.ts'

/** Clients increment their ids, so none of their other requests is likely to have an id this far away. */
const ID_DISTANCE = 1_000_000_000n

/** The response has an id that no request of the client has. */
export interface WrongIdFault {
  readonly kind: 'wrongId'
}

export const wrongId = faultKind<WrongIdFault>()({
  schema: faultSchema('wrongId', 'The response has an id that no request of the client has.', {}),
  appliesTo: () => ({ transports: networkTransports }),
  effect: () => ({
    at: 'envelope',
    changeId(id) {
      const wrong = otherId(id)
      return { id: wrong, detail: `${wrong} for ${id}` }
    },
  }),
})

/**
 * @param id as JSON
 * @returns another id of the same type, as JSON
 */
function otherId(id: string): string {
  if (/^-?\d+$/.test(id)) return String(BigInt(id) + ID_DISTANCE)
  return id.startsWith('"') ? JSON.stringify(`another than ${JSON.parse(id)}`) : '"another"'
}

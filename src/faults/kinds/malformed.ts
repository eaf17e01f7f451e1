import { faultKind, faultSchema } from '../kind.ts'

/** The body has its usual length, but is not JSON. */
export interface MalformedFault {
  readonly kind: 'malformed'
}

export const malformed = faultKind<MalformedFault>()({
  schema: faultSchema('malformed', 'The body has its usual length, but is not JSON.', {}),
  appliesTo: () => ({ notifications: ['webSocket'] }),
  effect: () => ({
    at: 'body',
    changeText: (text) => ({
      text: text.replaceAll('"', "'"),
      detail: 'single quotes for double ones',
    }),
  }),
})

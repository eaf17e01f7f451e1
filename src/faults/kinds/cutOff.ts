import { faultKind, faultSchema } from '../kind.ts'

/** The body ends in the middle of its JSON, at a character drawn from the seed; the transport reports no error. */
export interface CutOffFault {
  readonly kind: 'cutOff'
}

export const cutOff = faultKind<CutOffFault>()({
  schema: faultSchema('cutOff', 'The body ends in the middle of its JSON.', {}),
  appliesTo: () => ({ notifications: ['webSocket'] }),
  effect: () => ({
    at: 'body',
    changeText(text, random) {
      const at = random.between(1, text.length - 1)
      return { text: text.slice(0, at), detail: `after ${at} of ${text.length} characters` }
    },
  }),
})

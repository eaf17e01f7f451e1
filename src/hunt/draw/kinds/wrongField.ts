import { drawUntrue } from '../drawUntrue.ts'
import type { EventKind } from '../event.ts'

export const wrongField: EventKind = {
  summary: 'some fields of answers have another value, or are missing',
  weight: 5,
  isBeyond: true,
  draw(situation) {
    const { random, profile } = situation
    // Each field is as likely, whichever answer has it.
    const methods = [...profile.fields].map(([method, fields]) => [method, fields.length] as const)
    const method = random.pickWeighted(methods)
    if (method === undefined) return undefined
    const fields = profile.fields.get(method) ?? []
    return drawUntrue(
      situation,
      method,
      fields.map((field) => ({
        kind: 'corrupt',
        field,
        ...(random.chance(1, 6) && { remove: true }),
      })),
    )
  },
}

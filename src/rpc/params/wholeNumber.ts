import type { Parameter } from './arguments.ts'
import { decodeGo, integer } from './goJson.ts'

/** A JSON number without a fraction, as geth takes an `int`. */
export function wholeNumber(name: string, summary: string): Parameter<number> {
  return {
    name,
    summary,
    schema: integer.schema,
    read: (value, index) => decodeGo(integer, value, index) as number,
  }
}

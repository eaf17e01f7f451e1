import type { Parameter } from './arguments.ts'
import { decodeGo, uint256 } from './goJson.ts'
import { respellQuantity } from './spellings.ts'

/** A number of at most 32 bytes. Tools write it as they like: in hex, in decimal digits, or as a number. */
export function amount(name: string, summary: string): Parameter<bigint> {
  return {
    name,
    summary,
    schema: {
      oneOf: [
        { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        { type: 'string', pattern: '^(0[xX][0-9a-fA-F]{0,64}|[0-9]{0,77})$' },
      ],
    },
    read: (value, index) => decodeGo(uint256, respellQuantity(value), index),
  }
}

import type { Parameter } from './arguments.ts'
import { decodeGo, uint64 } from './goJson.ts'
import { respellQuantity } from './spellings.ts'

/** The nonce of a transaction. */
export const nonce: Parameter<bigint> = {
  name: 'nonce',
  summary: 'The nonce of the transaction.',
  schema: uint64.schema,
  read: (value, index) => decodeGo(uint64, value, index),
  respell: respellQuantity,
}

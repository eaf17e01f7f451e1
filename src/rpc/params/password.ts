import { optional } from './arguments.ts'
import { decodeGo, string } from './goJson.ts'

/** A password, which no account has: it is only checked that it is a string. */
export const password = optional({
  name: 'password',
  summary: 'Ignored: no account has one.',
  schema: string.schema,
  read: (value, index) => decodeGo(string, value, index),
  secret: 'all',
})

import { optional } from './arguments.ts'
import { decodeGo, plainUint64 } from './goJson.ts'

/** How many milliseconds to wait: as in geth a number, and no text. */
export const waitMilliseconds = optional({
  name: 'timeout',
  summary: 'How many milliseconds to wait. 0 counts as 20,000, more than 60,000 as 60,000.',
  schema: plainUint64.schema,
  read: (value, index) => decodeGo(plainUint64, value, index),
})

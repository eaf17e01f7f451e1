import type { ContentDescriptor } from '../openrpc/description.ts'
import { decimalUpTo } from './decimalUpTo.ts'

/** The largest below 2^64 that a JSON number is read as exactly. */
const LARGEST = 2 ** 64 - 2 ** 11

const decimal = `0*(${decimalUpTo('18446744073709551615')})`

/** What `blockCount.ts` accepts. */
export const blockCount: ContentDescriptor = {
  name: 'blockCount',
  summary: 'How many blocks, in hex or decimal. More than 1024 count as 1024.',
  schema: {
    oneOf: [
      { type: 'integer', minimum: 0, maximum: LARGEST },
      { type: 'string', pattern: `^(0[xX]0*[0-9a-fA-F]{1,16}|${decimal})?$` },
    ],
  },
}

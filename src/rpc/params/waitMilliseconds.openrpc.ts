import type { ContentDescriptor } from '../openrpc/description.ts'
import { orNull } from '../openrpc/schema.ts'

/** The largest number below 2^64. */
const LARGEST = 2 ** 64 - 2 ** 11

/** What `waitMilliseconds.ts` accepts. */
export const waitMilliseconds: ContentDescriptor = {
  name: 'timeout',
  summary: 'How many milliseconds to wait. 0 counts as 20,000, more than 60,000 as 60,000.',
  required: false,
  schema: orNull({ type: 'integer', minimum: 0, maximum: LARGEST }),
}

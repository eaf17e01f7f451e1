import type { ContentDescriptor } from '../openrpc/description.ts'

/** What `storageKey.ts` accepts. */
export const storageKey: ContentDescriptor = {
  name: 'slot',
  summary: 'The number of the slot.',
  schema: {
    description: 'Up to 32 bytes in hex; leading zeros and 0x may be omitted.',
    type: 'string',
    pattern: '^(0[xX])?[0-9a-fA-F]{0,64}$',
  },
}

import type { ContentDescriptor } from '../openrpc/description.ts'
import { ref, type Schema } from '../openrpc/schema.ts'

/** What `address.ts` accepts. */
export const addressParameterSchema: Schema = {
  description: '20 bytes in hex, in either case.',
  type: 'string',
  pattern: '^0[xX][0-9a-fA-F]{40}$',
}

export const address: ContentDescriptor = {
  name: 'address',
  summary: 'The address of an account.',
  schema: ref('AddressParameter'),
}

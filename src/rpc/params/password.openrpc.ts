import type { ContentDescriptor } from '../openrpc/description.ts'
import { orNull } from '../openrpc/schema.ts'

/** What `password.ts` accepts. */
export const password: ContentDescriptor = {
  name: 'password',
  summary: 'Ignored: no account has one.',
  required: false,
  schema: orNull({ type: 'string' }),
}

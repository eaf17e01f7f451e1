import type { ContentDescriptor } from '../openrpc/description.ts'
import { arrayOf, orNull } from '../openrpc/schema.ts'
import { storageKey } from './storageKey.openrpc.ts'

/** What `storageKeys.ts` accepts. A key that is null is empty. */
export const storageKeys: ContentDescriptor = {
  name: 'slots',
  summary: 'The numbers of at most 1,024 slots.',
  schema: { ...arrayOf(orNull(storageKey.schema)), maxItems: 1024 },
}

import type { ContentDescriptor } from './description.ts'
import { ref } from './schema.ts'

/** The result of the methods that create filters. */
export const filterIdResult: ContentDescriptor = {
  name: 'id',
  summary: 'The id of the filter.',
  schema: ref('Quantity'),
}

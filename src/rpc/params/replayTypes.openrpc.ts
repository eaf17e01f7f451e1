import type { ContentDescriptor } from '../openrpc/description.ts'
import { replayTypeNames } from './replayTypes.ts'

/** What `replayTypes.ts` accepts. */
export const replayTypes: ContentDescriptor = {
  name: 'traceTypes',
  summary:
    'Which traces to return; `trace` is empty and the others are null unless they are listed.',
  schema: { type: 'array', items: { type: 'string', enum: replayTypeNames } },
}

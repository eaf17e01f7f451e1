import type { ContentDescriptor } from '../openrpc/description.ts'
import { bytesParameter } from './goJson.openrpc.ts'

/** What `data.ts` accepts. */
export function data(name: string, summary: string): ContentDescriptor {
  return { name, summary, schema: bytesParameter }
}

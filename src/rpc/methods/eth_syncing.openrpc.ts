import type { MethodDescription } from '../openrpc/description.ts'

export const description: MethodDescription = {
  summary: 'Always false: the service never syncs.',
  params: [],
  result: { name: 'syncing', schema: { const: false } },
}

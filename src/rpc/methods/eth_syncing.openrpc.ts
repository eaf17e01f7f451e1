import type { MethodDescription } from '../openrpc/description.ts'

export const description: MethodDescription = {
  summary: 'Always false: there is nobody to sync from.',
  params: [],
  result: { name: 'syncing', schema: { const: false } },
}

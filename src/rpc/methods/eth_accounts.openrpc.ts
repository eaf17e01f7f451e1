import type { MethodDescription } from '../openrpc/description.ts'

export const description: MethodDescription = {
  summary: 'Always empty: the service signs nothing.',
  params: [],
  result: { name: 'accounts', schema: { type: 'array', maxItems: 0 } },
}

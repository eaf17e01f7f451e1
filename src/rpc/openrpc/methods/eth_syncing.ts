import type { MethodDescription } from '../description.ts'

export const eth_syncing: MethodDescription = {
  summary: 'Always false: there is nobody to sync from.',
  params: [],
  result: { name: 'syncing', schema: { const: false } },
}

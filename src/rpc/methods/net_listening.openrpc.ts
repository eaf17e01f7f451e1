import type { MethodDescription } from '../openrpc/description.ts'

export const description: MethodDescription = {
  summary: 'Whether it accepts connections of other nodes: always true.',
  params: [],
  result: { name: 'listening', schema: { const: true } },
}

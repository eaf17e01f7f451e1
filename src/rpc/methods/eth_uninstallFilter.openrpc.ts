import type { MethodDescription } from '../openrpc/description.ts'
import { filterId } from '../params/rpcId.openrpc.ts'

export const description: MethodDescription = {
  summary: 'Ends a filter.',
  params: [filterId],
  result: { name: 'existed', summary: 'Whether it existed.', schema: { type: 'boolean' } },
}

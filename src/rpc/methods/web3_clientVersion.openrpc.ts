import type { MethodDescription } from '../openrpc/description.ts'

export const description: MethodDescription = {
  summary: 'The name and version of the client software.',
  params: [],
  result: { name: 'clientVersion', schema: { type: 'string', minLength: 1 } },
}

import type { MethodDescription } from '../openrpc/description.ts'

export const description: MethodDescription = {
  summary: 'The network id, here the same as the chain id.',
  params: [],
  result: { name: 'networkId', schema: { type: 'string', pattern: '^(0|[1-9][0-9]*)$' } },
}

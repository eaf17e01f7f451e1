import type { MethodDescription } from '../description.ts'

export const net_version: MethodDescription = {
  summary: 'The network id, here the same as the chain id.',
  params: [],
  result: { name: 'networkId', schema: { type: 'string', pattern: '^(0|[1-9][0-9]*)$' } },
}

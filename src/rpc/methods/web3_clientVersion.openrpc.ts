import type { MethodDescription } from '../openrpc/description.ts'

export const description: MethodDescription = {
  summary: 'What answers, and in which version.',
  params: [],
  result: { name: 'clientVersion', schema: { type: 'string', minLength: 1 } },
}

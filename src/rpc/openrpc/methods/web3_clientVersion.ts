import type { MethodDescription } from '../description.ts'

export const web3_clientVersion: MethodDescription = {
  summary: 'What answers, and in which version.',
  params: [],
  result: { name: 'clientVersion', schema: { type: 'string', minLength: 1 } },
}

import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, ref } from '../openrpc/schema.ts'
import { stateBlock } from '../params/stateBlock.openrpc.ts'
import { storageRequest } from '../params/storageRequest.openrpc.ts'

export const description: MethodDescription = {
  summary: 'The values of several slots of several contracts.',
  params: [storageRequest, stateBlock],
  result: {
    name: 'values',
    schema: {
      type: 'object',
      minProperties: 1,
      patternProperties: { '^0x[0-9a-f]{40}$': arrayOf(ref('Hash')) },
      additionalProperties: false,
    },
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CLIENT_LIMIT_EXCEEDED'],
}

import { dialectNames } from '../../endpoint/dialects/dialects.ts'
import type { MethodDescription } from '../openrpc/description.ts'
import { closedObject } from '../openrpc/schema.ts'
import { writtenByDialects } from './ommer_inDialect.ts'

export const description: MethodDescription = {
  summary: 'What a method answers in a dialect, whatever the dialect of the API key is.',
  params: [
    { name: 'dialect', schema: { type: 'string', enum: dialectNames } },
    {
      name: 'call',
      summary: 'A call of a method whose results the dialects write differently.',
      schema: closedObject({
        method: { type: 'string', enum: writtenByDialects },
        params: { type: 'array' },
      }),
    },
  ],
  result: {
    name: 'result',
    summary: 'That of the method.',
    schema: { oneOf: [{ type: 'object' }, { type: 'array' }, { type: 'null' }] },
  },
  errors: ['UNKNOWN_BLOCK'],
}

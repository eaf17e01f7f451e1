import type { ContentDescriptor } from '../openrpc/description.ts'
import { arrayOf, orNull, type Properties, ref, type Schema } from '../openrpc/schema.ts'
import { optionalMembers, quantityParameter } from './goJson.openrpc.ts'
import { tracerNames } from './tracerOf.ts'

const boolean: Schema = { type: 'boolean' }

/** What tracers return. */
export const traceSchema: Schema = {
  description: 'Depends on the tracer.',
  oneOf: [{ type: 'object' }, arrayOf({ type: 'object' })],
}

const members: Properties = {
  tracer: {
    description: `One of ${tracerNames.join(', ')}; default: the struct logger, which lists each operation.`,
    type: 'string',
  },
  tracerConfig: { description: 'The options of the tracer.' },
  timeout: {
    description: 'The time limit for one transaction, such as 5s; the server has one, too.',
    type: 'string',
  },
  enableMemory: boolean,
  disableStack: boolean,
  disableStorage: boolean,
  enableReturnData: boolean,
  limit: {
    description: 'In bytes: no more operations are listed when those listed take more.',
    type: 'integer',
  },
}

/** What `traceConfig.ts` accepts, except that it takes the names of members in any case. */
export const traceConfig: ContentDescriptor = {
  name: 'options',
  summary: 'The tracer and its options; default: the struct logger. Other members are ignored.',
  required: false,
  schema: orNull({ type: 'object', properties: optionalMembers(members) }),
}

export const traceCallConfig: ContentDescriptor = {
  ...traceConfig,
  schema: orNull({
    type: 'object',
    properties: optionalMembers({
      ...members,
      stateOverrides: ref('StateOverrides'),
      blockOverrides: ref('BlockOverrides'),
      txIndex: {
        ...quantityParameter(64),
        description: 'The transaction before which the call runs; default: after the block.',
      },
    }),
  }),
}

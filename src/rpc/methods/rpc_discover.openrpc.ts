import type { MethodDescription } from '../openrpc/description.ts'
import { closedObject } from '../openrpc/schema.ts'

/**
 * Describes only the outline of the document. OpenRPC's own example refers to its meta-schema, which would take the
 * network to resolve.
 */
export const description: MethodDescription = {
  summary: 'This document (https://spec.open-rpc.org).',
  params: [],
  result: {
    name: 'document',
    schema: closedObject({
      openrpc: { type: 'string' },
      info: { type: 'object' },
      methods: { type: 'array' },
      components: { type: 'object' },
    }),
  },
}

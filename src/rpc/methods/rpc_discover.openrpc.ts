import type { MethodDescription } from '../openrpc/description.ts'
import { closedObject } from '../openrpc/schema.ts'

/**
 * Of the document only its outline. OpenRPC's own example refers to its meta-schema, but then
 * nobody could resolve this one without the network.
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

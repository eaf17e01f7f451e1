import { method } from '../method.ts'
import { closedObject } from '../schemas/schema.ts'

/** Describes the service: an OpenRPC document (https://spec.open-rpc.org). */
export const rpc_discover = method({
  name: 'rpc.discover',
  set: 'all',
  does: 'reads',
  summary: 'This document (https://spec.open-rpc.org).',
  params: [],
  result: {
    name: 'document',
    // An outline. OpenRPC's own example refers to its meta-schema, which would take the network to resolve.
    schema: closedObject({
      openrpc: { type: 'string' },
      info: { type: 'object' },
      methods: { type: 'array' },
      components: { type: 'object' },
    }),
  },
  run: (_, { dialect, service: { discovery } }) => discovery.answer(dialect.name),
})

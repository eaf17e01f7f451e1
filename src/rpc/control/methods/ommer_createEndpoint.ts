import * as v from 'valibot'
import { nonEmptyString, object } from '../../../primitives/input.ts'
import { controlMethod } from '../controlMethod.ts'

export const ommer_createEndpoint = controlMethod({
  summary: 'Creates an endpoint, or returns the existing one with the same options.',
  parameters: [
    { name: 'key', description: 'Its API key.', schema: nonEmptyString, secret: 'all' },
    {
      name: 'options',
      description: 'The options of server.endpoint, such as dialect, head, lag and finality.',
      // `create` checks the options, as it does for callers in code.
      schema: v.optional(v.unknown()),
      // Its lag names the key of another endpoint.
      secret: ['behind'],
    },
  ],
  result: {
    name: 'addresses',
    schema: object({
      url: nonEmptyString,
      wsUrl: nonEmptyString,
      controlUrl: v.optional(nonEmptyString),
    }),
  },
  async call([key, options = {}], { endpoints }) {
    const { url, wsUrl, controlUrl } = await endpoints.create(key, options)
    return { url, wsUrl, controlUrl }
  },
})

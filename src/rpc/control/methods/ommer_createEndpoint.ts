import * as v from 'valibot'
import { object, text } from '../../../primitives/input.ts'
import { controlMethod } from '../controlMethod.ts'

export const ommer_createEndpoint = controlMethod({
  summary: 'Makes an endpoint, or finds it where it exists as asked.',
  parameters: [
    { name: 'key', description: 'Its API key.', schema: text },
    {
      name: 'options',
      description: 'What server.endpoint takes, such as dialect, head, lag and finality.',
      // `create` checks the options, as it does for callers in code.
      schema: v.optional(v.unknown()),
    },
  ],
  result: {
    name: 'addresses',
    schema: object({ url: text, wsUrl: text, controlUrl: v.optional(text) }),
  },
  call([key, options = {}], { endpoints }) {
    const { url, wsUrl, controlUrl } = endpoints.create(key, options)
    return { url, wsUrl, controlUrl }
  },
})

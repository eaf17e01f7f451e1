import * as v from 'valibot'
import { nonEmptyString } from '../../../primitives/input.ts'
import { controlMethod } from '../controlMethod.ts'

export const ommer_closeEndpoint = controlMethod({
  summary: 'Closes an endpoint and its WebSocket clients, and removes its keys.',
  parameters: [
    { name: 'key', description: 'One of its API keys.', schema: nonEmptyString, secret: 'all' },
  ],
  result: { name: 'nothing', schema: v.null() },
  async call([key], { endpoints }) {
    await endpoints.close(key)
  },
})

import * as v from 'valibot'
import { nonEmptyString } from '../../../primitives/input.ts'
import { RequestError } from '../../errors.ts'
import { controlMethod } from '../controlMethod.ts'

export const anvil_setRpcUrl = controlMethod({
  summary: 'Asks another node of the network from which the chain was forked, from now on.',
  parameters: [
    {
      name: 'url',
      description: 'Of its JSON-RPC over HTTP.',
      schema: nonEmptyString,
      secret: 'all',
    },
  ],
  result: { name: 'nothing', schema: v.null() },
  isChange: true,
  async call([url], { endpoint, endpoints: { forks }, isControl }) {
    if (forks === undefined) throw new RequestError('OPERATION_REFUSED', 'nothing is forked here')
    await forks.setNode(endpoint, url, isControl)
    return null
  },
})

import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { filterId } from '../params/rpcId.ts'

/** Ends a filter (EIP-1474). */
export const eth_uninstallFilter = method({
  name: 'eth_uninstallFilter',
  set: 'all',
  does: 'endsFilter',
  summary: 'Ends a filter.',
  params: [filterId],
  result: { name: 'existed', summary: 'Whether it existed.', schema: { type: 'boolean' } },
  run: ([id], context) => {
    const { endpoint, client } = context
    const { filters } = context.service
    return encodeResult(filters.remove(endpoint, client, id))
  },
})

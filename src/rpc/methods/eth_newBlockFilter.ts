import { encodeResult } from '../answer.ts'
import { blockHashes } from '../filters/contents.ts'
import { method } from '../method.ts'
import { filterIdResult } from '../schemas/filterId.ts'

/** Creates a filter of the blocks that become canonical from now on, for `eth_getFilterChanges` (EIP-1474). */
export const eth_newBlockFilter = method({
  name: 'eth_newBlockFilter',
  set: 'all',
  does: 'createsFilter',
  summary:
    'Creates a filter of the blocks that become canonical from now on. It ends if it is not polled.',
  params: [],
  result: filterIdResult,
  run: (_, context) => {
    const { endpoint, client } = context
    const { filters } = context.service
    return encodeResult(filters.create(endpoint, client, blockHashes))
  },
})

import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'

/** Always false (EIP-1474): there are no peers to sync with. */
export const eth_syncing = method({
  name: 'eth_syncing',
  set: 'all',
  does: 'reads',
  summary: 'Always false: the service never syncs.',
  params: [],
  result: { name: 'syncing', schema: { const: false } },
  run: () => encodeResult(false),
})

import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { ref } from '../schemas/schema.ts'

/** How many other nodes it is connected to: none (EIP-1474). */
export const net_peerCount = method({
  name: 'net_peerCount',
  set: 'all',
  does: 'reads',
  summary: 'How many other nodes it is connected to: none.',
  params: [],
  result: { name: 'peerCount', schema: ref('Quantity') },
  run: () => encodeResult('0x0'),
})

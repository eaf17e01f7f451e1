import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'

/** Whether the node accepts connections of other nodes: true, as geth always answers (EIP-1474). */
export const net_listening = method({
  name: 'net_listening',
  set: 'all',
  does: 'reads',
  summary: 'Whether it accepts connections of other nodes: always true.',
  params: [],
  result: { name: 'listening', schema: { const: true } },
  run: () => encodeResult(true),
})

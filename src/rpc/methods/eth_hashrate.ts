import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { ref } from '../schemas/schema.ts'

/** How many hashes a second the node computes to mine (EIP-1474): none, because seals are made up. */
export const eth_hashrate = method({
  name: 'eth_hashrate',
  set: 'all',
  does: 'reads',
  summary: 'How many hashes are computed in a second to mine: always 0.',
  params: [],
  result: { name: 'hashrate', schema: ref('Quantity') },
  run: () => encodeResult('0x0'),
})

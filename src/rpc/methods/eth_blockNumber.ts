import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { ref } from '../schemas/schema.ts'

/** The height of the endpoint's head (EIP-1474): QUANTITY. */
export const eth_blockNumber = method({
  name: 'eth_blockNumber',
  set: 'all',
  does: 'reads',
  summary: 'The number of the head block.',
  params: [],
  result: { name: 'blockNumber', schema: ref('Quantity') },
  run: (_, { view }) => encodeResult(toQuantity(view.head.number)),
})

import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { ref } from '../schemas/schema.ts'

/** The chain id that transactions are signed for (EIP-695): QUANTITY. */
export const eth_chainId = method({
  name: 'eth_chainId',
  set: 'all',
  does: 'reads',
  summary: 'The chain id that transactions are signed for.',
  params: [],
  result: { name: 'chainId', schema: ref('Quantity') },
  run: (_, { view }) => encodeResult(toQuantity(view.chain.chainId)),
})

import { feeHeaderOf } from '../../chain/encoding/recordedFees.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { ref } from '../schemas/schema.ts'

/** The account that the fees of the next block go to (EIP-1474): the one that was set, or that of the head. */
export const eth_coinbase = method({
  name: 'eth_coinbase',
  set: 'all',
  does: 'reads',
  summary:
    'The account that receives fees: the one that was set for new blocks, or that of the head.',
  params: [],
  result: { name: 'coinbase', schema: ref('Address') },
  errors: ['SERVER_ERROR'],
  run: (_, { view: { head, headerSettings } }) =>
    encodeResult(headerSettings?.miner ?? feeHeaderOf(head).miner),
})

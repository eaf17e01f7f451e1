import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'

/** Whether the node mines (EIP-1474): where blocks follow from what is sent or from a timer. */
export const eth_mining = method({
  name: 'eth_mining',
  set: 'all',
  does: 'reads',
  summary: 'Whether blocks are mined for what is sent, or by a timer.',
  params: [],
  result: { name: 'isMining', schema: { type: 'boolean' } },
  run: (_, { endpoint: { miner } }) =>
    encodeResult(miner !== undefined && (miner.automine || miner.interval !== undefined)),
})

import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'

/** The network id, which equals the chain id: a string of decimal digits (EIP-1474). */
export const net_version = method({
  name: 'net_version',
  aliases: ['eth_networkId'],
  set: 'all',
  does: 'reads',
  summary: 'The network id, here the same as the chain id.',
  params: [],
  result: { name: 'networkId', schema: { type: 'string', pattern: '^(0|[1-9][0-9]*)$' } },
  run: (_, { view }) => encodeResult(String(view.chain.chainId)),
})

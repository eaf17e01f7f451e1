import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { ref } from '../schemas/schema.ts'

/** eth/69, the newest version of geth 1.17. */
const VERSION = '0x45'

/** The version of the protocol between nodes (EIP-1474), which this server does not speak. */
export const eth_protocolVersion = method({
  name: 'eth_protocolVersion',
  set: 'all',
  does: 'reads',
  summary:
    'The version of the protocol between nodes: that of geth 1.17, though there are no peers.',
  params: [],
  result: { name: 'version', schema: ref('Quantity') },
  run: () => encodeResult(VERSION),
})

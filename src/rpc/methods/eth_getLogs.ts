import { answerLogs } from '../logs/answerLogs.ts'
import { method } from '../method.ts'
import { logFilter } from '../params/logFilter.ts'
import { arrayOf, ref } from '../schemas/schema.ts'

/**
 * The logs of a block or a range of blocks that match a filter (EIP-1474, EIP-234). Errors have geth's messages and codes,
 * those about limits Infura's.
 */
export const eth_getLogs = method({
  name: 'eth_getLogs',
  set: 'all',
  does: 'reads',
  faults: ['log', 'logList', 'severalBlocks'],
  summary: 'The logs that match a filter, in the order of the chain.',
  params: [logFilter],
  result: { name: 'logs', schema: arrayOf(ref('Log')) },
  errors: ['UNKNOWN_BLOCK'],
  gethErrors: ['SERVER_ERROR'],
  run: async ([filter], context) => answerLogs(filter, context),
})

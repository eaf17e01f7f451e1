import { answerLogs } from '../logs/answerLogs.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { logFilter } from '../params/logFilter.ts'

/**
 * The logs of a block or a range of blocks that match a filter (EIP-1474, EIP-234). Errors have geth's messages and codes,
 * those about limits Infura's.
 *
 * 1. filter: object with `fromBlock` and `toBlock` or `blockHash`, `address`, `topics`
 *
 * Result: array of log objects.
 */
export const eth_getLogs: Method = async (params, context) => {
  const [filter] = readArguments(params, context, [logFilter])
  return answerLogs(filter, context)
}

import type { NamedCorruption } from '../../faults/corrupt/named.ts'
import type { Fault } from '../../faults/fault.ts'
import type { MethodName } from '../methods/registry.ts'

/** By this name rules are about notifications. */
export const SUBSCRIPTION = 'eth_subscription'

type Befallen = MethodName | typeof SUBSCRIPTION

const blocks: readonly Befallen[] = ['eth_getBlockByHash', 'eth_getBlockByNumber']

/** Blocks without their transactions are told of, too. */
const headers: readonly Befallen[] = [
  ...blocks,
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  SUBSCRIPTION,
]

const transactions: readonly Befallen[] = [
  'eth_getTransactionByHash',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
]

/** Methods that answer with receipts of a block, or with one. */
const receipts: readonly Befallen[] = ['eth_getBlockReceipts', 'eth_getTransactionReceipt']

/** Those whose answers have what a corruption needs. */
const methodsOfCorruptions: Readonly<Record<NamedCorruption, readonly Befallen[]>> = {
  logsBloom: [...headers, ...receipts],
  receiptsRoot: headers,
  transactionsRoot: headers,
  stateRoot: headers,
  parentHash: headers,
  blockHash: headers,
  foreignBlockHash: [...transactions, ...receipts, 'eth_getLogs', SUBSCRIPTION],
  status: receipts,
  duplicateLogIndex: [...receipts, 'eth_getLogs'],
  missingTransaction: blocks,
  missingUncle: blocks,
  missingReceipt: ['eth_getBlockReceipts'],
  missingLog: [...receipts, 'eth_getLogs'],
}

/** The methods whose calls a fault can befall; undefined where it has not to do with what they answer. */
export function methodsOf(fault: Fault): readonly string[] | undefined {
  if (fault.kind === 'otherBranchReceipts') return receipts
  return fault.kind === 'corrupt' && 'what' in fault ? methodsOfCorruptions[fault.what] : undefined
}

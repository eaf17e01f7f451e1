import { RLP } from '@ethereumjs/rlp'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { type BloomLog, requireBloom } from './bloom.ts'
import type { DecodedHeader } from './decodedHeader.ts'
import type { DecodedTransaction } from './decodedTransaction.ts'
import { requireEqual, Violation } from './finding.ts'
import { executionGasMin, gasUsedMin } from './intrinsicGas.ts'
import { decodeRlp, type Item, ListReader, requireBytes, requireList } from './listReader.ts'
import { listRoot } from './listRoot.ts'
import { requireTransferLogs } from './transferLog.ts'

/** A log has at most four topics, because no opcode emits more. */
const TOPICS_MAX = 4

/** In gas: what a transaction can spend on execution (EIP-7825, EIP-8037). */
const EXECUTION_GAS_MAX = 16_777_216n

/** A log with what its bloom does not cover. */
export interface DecodedLog extends BloomLog {
  readonly data: Uint8Array
}

interface DecodedReceipt {
  /** EIP-2718 type */
  readonly type: number
  /** as in the receipts trie */
  readonly encoded: Uint8Array
  /** a status, or a state root of 32 bytes */
  readonly outcome: Uint8Array
  /** in gas */
  readonly cumulativeGasUsed: bigint
  /** 256 bytes */
  readonly logsBloom: Uint8Array
  readonly logs: readonly DecodedLog[]
}

/**
 * Checks the receipts of a block against its transactions and its header.
 *
 * @throws {Violation}
 */
export async function verifyReceipts(
  receiptsRlp: Uint8Array,
  { transactions, senders }: SentTransactions,
  header: DecodedHeader,
): Promise<void> {
  const items = requireList('receipts', decodeRlp('receipts', receiptsRlp))
  requireEqual(
    'receipts.length',
    items.length,
    transactions.length,
    'there is one for each transaction (Yellow Paper 4.3.1)',
  )
  const receipts = items.map((item, index) => decodeReceipt(`receipts[${index}]`, item))
  let gasBefore = 0n
  let executionGas = 0n
  for (const [index, receipt] of receipts.entries()) {
    const transaction = transactions[index] as DecodedTransaction
    const sender = senders[index] as Hex
    verifyReceipt(`receipts[${index}]`, receipt, transaction, header)
    requireGasUsed(index, receipt.cumulativeGasUsed - gasBefore, { transaction, sender }, header, {
      gasBefore,
      executionGas,
    })
    if (header.forks.includes('amsterdam')) {
      requireTransferLogs(`receipts[${index}]`, receipt, transaction, sender)
    }
    gasBefore = receipt.cumulativeGasUsed
    executionGas += executionGasMin(transaction, sender, header.forks)
  }
  requireBlockGas(header, gasBefore, executionGas)
  const logs = receipts.flatMap((receipt) => receipt.logs)
  requireBloom('logsBloom', header.logsBloom, logs)
  requireEqual<string>(
    'receiptsRoot',
    header.receiptsRoot,
    await listRoot(receipts.map(({ encoded }) => encoded)),
    'it is the root of the receipts (Yellow Paper 4.3.4)',
  )
}

/** The transactions of a block, and who sent them. */
interface SentTransactions {
  readonly transactions: readonly DecodedTransaction[]
  readonly senders: readonly Hex[]
}

/**
 * From Amsterdam on, a block uses the larger of two sums, without refunds (EIP-7778, EIP-8037): at least half of what the
 * receipts say, and as refunds are at most a fifth, at most five quarters of it. One of the sums is that of execution.
 *
 * @param execution in gas: what the transactions execute at least
 */
function requireBlockGas(
  { forks, gasUsed }: DecodedHeader,
  ofReceipts: bigint,
  execution: bigint,
): void {
  if (!forks.includes('amsterdam')) {
    const rule = 'it is what the last receipt has come to (Yellow Paper 4.3.4)'
    requireEqual('gasUsed', gasUsed, ofReceipts, rule)
    return
  }
  const half = (ofReceipts + 1n) / 2n
  const least = half > execution ? half : execution
  const most = (ofReceipts * 5n) / 4n
  if (gasUsed >= least && gasUsed <= most) return
  throw new Violation(
    'gasUsed',
    gasUsed,
    `${least} to ${most}`,
    'it is the larger of two sums, without refunds (EIP-7778, EIP-8037)',
  )
}

/** A legacy receipt is an RLP list, a typed one a byte string that begins with its type (EIP-2718). */
function decodeReceipt(path: string, item: Item): DecodedReceipt {
  const isTyped = item instanceof Uint8Array
  const fields = isTyped ? decodeRlp(path, item.subarray(1)) : item
  const reader = new ListReader(path, fields)
  const outcome = reader.bytes('status')
  const cumulativeGasUsed = reader.uint('cumulativeGasUsed', 8)
  const logsBloom = reader.bytes('logsBloom', 256)
  const logs = reader
    .list('logs')
    .map((log, index): DecodedLog => decodeLog(`${path}.logs[${index}]`, log))
  reader.end()
  return {
    type: isTyped ? (item[0] as number) : 0,
    encoded: isTyped ? item : RLP.encode(item),
    outcome,
    cumulativeGasUsed,
    logsBloom,
    logs,
  }
}

function decodeLog(path: string, item: Item): DecodedLog {
  const reader = new ListReader(path, item)
  const address = reader.bytes('address', 20)
  const topics = reader
    .list('topics')
    .map((topic, index) => requireBytes(`${path}.topics[${index}]`, topic, 32))
  const data = reader.bytes('data')
  reader.end()
  if (topics.length > TOPICS_MAX) {
    throw new Violation(
      `${path}.topics`,
      `a list of ${topics.length}`,
      `a list of at most ${TOPICS_MAX}`,
      'the EVM emits no more (Yellow Paper, appendix H)',
    )
  }
  return { address, topics, data }
}

function verifyReceipt(
  path: string,
  receipt: DecodedReceipt,
  transaction: DecodedTransaction,
  { forks }: DecodedHeader,
): void {
  requireEqual(
    `${path}.type`,
    receipt.type,
    transaction.type,
    'it is that of the transaction (EIP-2718)',
  )
  if (!forks.includes('byzantium')) requireBytes(`${path}.root`, receipt.outcome, 32)
  else if (receipt.outcome.length > 1 || (receipt.outcome[0] ?? 1) !== 1) {
    throw new Violation(
      `${path}.status`,
      toHex(receipt.outcome),
      '0x (it failed) or 0x01 (it succeeded)',
      'a receipt has a status from Byzantium on (EIP-658)',
    )
  }
  if (receipt.outcome.length === 0 && receipt.logs.length > 0) {
    const rule = 'a transaction that fails leaves no logs (Yellow Paper 6.2)'
    throw new Violation(`${path}.logs`, `a list of ${receipt.logs.length}`, 'an empty list', rule)
  }
  requireBloom(`${path}.logsBloom`, receipt.logsBloom, receipt.logs)
}

/** What the transactions before one used, in gas. */
interface GasBefore {
  readonly gasBefore: bigint
  /** at least */
  readonly executionGas: bigint
}

function requireGasUsed(
  index: number,
  gasUsed: bigint,
  { transaction, sender }: { readonly transaction: DecodedTransaction; readonly sender: Hex },
  { forks, gasLimit }: DecodedHeader,
  { gasBefore, executionGas }: GasBefore,
): void {
  const isAmsterdam = forks.includes('amsterdam')
  // From Amsterdam on, only execution counts, of which a transaction can have 2^24.
  const left = gasLimit - (isAmsterdam ? executionGas : gasBefore)
  if (transaction.gas > left && !(isAmsterdam && left >= EXECUTION_GAS_MAX)) {
    throw new Violation(
      `transactions[${index}].gas`,
      transaction.gas,
      `at most ${left}`,
      'that is what the block has left for it (Yellow Paper 6.2, EIP-8037)',
    )
  }
  const least = gasUsedMin(transaction, sender, forks)
  if (gasUsed < least || gasUsed > transaction.gas) {
    throw new Violation(
      `receipts[${index}].cumulativeGasUsed`,
      gasBefore + gasUsed,
      `${gasBefore + least} to ${gasBefore + transaction.gas}`,
      'a transaction uses what it costs before it runs, less refunds, up to its gas limit (Yellow Paper 6.2)',
    )
  }
}

import type { Block, Log } from '../../chain/encoding/block.ts'
import type { ColumnType, Row } from './columns.ts'
import { byBlock, type KnownTable } from './expectation.ts'

/** The columns that say where a log is. */
export const logColumns = {
  chain_id: 'number',
  block_number: 'number',
  block_hash: 'bytes',
  transaction_hash: 'bytes',
  transaction_index: 'number',
  log_index: 'number',
  address: 'bytes',
} as const satisfies Readonly<Record<string, ColumnType>>

export const logKeys = ['block_number', 'block_hash', 'transaction_hash', 'log_index']

/** The logs of a block, each with the columns that say where it is. */
export function logsOf(
  { hash, header, receipts, transactions }: Block,
  chainId: string,
): { log: Log; at: Row }[] {
  return receipts.flatMap(({ logs }, transactionIndex) =>
    logs.map((log) => ({
      log,
      at: {
        chain_id: chainId,
        block_number: `${header.number}`,
        block_hash: hash,
        transaction_hash: transactions[transactionIndex]?.hash ?? null,
        transaction_index: `${transactionIndex}`,
        log_index: `${log.logIndex}`,
        address: log.address,
      },
    })),
  )
}

export const logs: KnownTable = {
  name: 'logs',
  summary: 'a row for each log',
  columns: {
    ...logColumns,
    topic0: 'bytes',
    topic1: 'bytes',
    topic2: 'bytes',
    topic3: 'bytes',
    data: 'bytes',
  },
  keys: logKeys,
  rows: byBlock((block, chainId) =>
    logsOf(block, chainId).map(({ log: { topics, data }, at }) => {
      const [topic0 = null, topic1 = null, topic2 = null, topic3 = null] = topics
      return { ...at, topic0, topic1, topic2, topic3, data }
    }),
  ),
}

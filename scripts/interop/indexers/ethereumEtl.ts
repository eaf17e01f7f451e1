import {
  blockRows,
  contractRows,
  createdRows,
  logRows,
  receiptRows,
  tokenRows,
  tokenTransferRows,
  transactionRows,
} from './expected/etlRows.ts'
import { etlGethTraceRows, etlTraceRows } from './expected/etlTraceRows.ts'
import { shortError } from './expected/gethFrames.ts'
import type { Indexer } from './indexer.ts'
import { runPython } from './python.ts'
import { compareRows, type Printed, type Row } from './rows.ts'

/** All exports of ethereum-etl, and what it extracts from them. */
export const runEthereumEtl: Indexer = async ({ chain, server, url, stock }) => {
  const head = server.head
  const printed = await runPython<Readonly<Record<string, Printed>>>(
    'ethereum-etl',
    url,
    `${head.number}`,
  )
  const traced = await stock.upTo(head.hash)
  const blocks = traced.map(({ block }) => block)
  const expected = {
    'blocks.csv': blockRows(blocks),
    'transactions.csv': transactionRows(blocks),
    'receipts.csv': receiptRows(blocks),
    'logs.csv': logRows(blocks),
    'extracted_token_transfers.csv': tokenTransferRows(blocks),
    'token_transfers.csv': tokenTransferRows(blocks),
    'contracts.csv': await contractRows(chain, blocks),
    'tokens.csv': await tokenRows(chain, blocks),
    'traces.csv': traced.flatMap(etlTraceRows),
    'extracted_contracts.csv': traced.flatMap(createdRows),
    'extracted_geth_traces.csv': traced.flatMap(etlGethTraceRows),
  }
  return Object.entries(expected).map(([file, rows]) => {
    const [name = file] = file.split('.')
    return compareRows(name, withShortErrors(printed[file]), rows)
  })
}

function withShortErrors(read: Printed): Printed {
  if (read === undefined || 'error' in read) return read
  return (read as readonly Row[]).map((row) => ({ ...row, error: shortError(row.error) }))
}

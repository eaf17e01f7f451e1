import type { Block } from '../../../src/index.ts'
import { cryoDiffRows, cryoGethDiffRows, withoutEmptyRows } from './expected/cryoDiffRows.ts'
import {
  cryoBlockRows,
  cryoContractRows,
  cryoLogRows,
  cryoTraceRows,
  cryoTransactionRows,
  cryoTransferRows,
} from './expected/cryoRows.ts'
import type { Indexer } from './indexer.ts'
import { runPython } from './python.ts'
import { compareRows, type Printed, type Row } from './rows.ts'

/** The data sets of cryo about blocks, calls and changes of state; `geth_` are those that it makes from `debug_` methods. */
export const runCryo: Indexer = async ({ server, url, stock }) => {
  const traced = await stock.upTo(server.head.hash)
  const blocks: readonly Block[] = traced.map(({ block }) => block)
  const diffs = cryoDiffRows(traced)
  const gethDiffs = cryoGethDiffRows(traced)
  const expected: Readonly<Record<string, readonly Row[]>> = {
    blocks: cryoBlockRows(blocks),
    transactions: cryoTransactionRows(blocks),
    logs: cryoLogRows(blocks),
    contracts: traced.flatMap(cryoContractRows),
    traces: traced.flatMap(cryoTraceRows),
    native_transfers: traced.flatMap(cryoTransferRows),
    balance_diffs: diffs.balances,
    code_diffs: diffs.codes,
    nonce_diffs: diffs.nonces,
    storage_diffs: diffs.slots,
    geth_balance_diffs: gethDiffs.balances,
    geth_code_diffs: gethDiffs.codes,
    geth_nonce_diffs: gethDiffs.nonces,
    geth_storage_diffs: gethDiffs.slots,
  }
  const printed = await runPython<Readonly<Record<string, Printed>>>(
    'cryo',
    url,
    `${server.head.number}`,
    ...Object.keys(expected),
  )
  return Object.entries(expected).map(([name, rows]) => {
    const read = name.startsWith('geth_') ? withoutEmptyRows(printed[name]) : printed[name]
    return compareRows(name, read, rows)
  })
}

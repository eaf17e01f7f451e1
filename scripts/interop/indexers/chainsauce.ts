import { callToken } from '../apps/facts.ts'
import { branchOf, transfersIn } from '../apps/tokenTransfers.ts'
import { installProject, npmInstall, runProgram } from '../project.ts'
import type { Indexer } from './indexer.ts'
import { compareRows, type Row } from './rows.ts'

/** Transfers with a call for each; chainsauce does not notice reorgs. */
export const runChainsauce: Indexer = async ({ chain, server, url }) => {
  const project = new URL('projects/chainsauce/', import.meta.url)
  // Without the scripts that compile SQLite, which is not used here.
  const [[npm, ...args]] = npmInstall
  const install = [[npm, ...args, '--ignore-scripts']] as const
  const folder = installProject('indexer', project, 'package.json', install)
  const transfers = transfersIn(branchOf(chain, server.head.hash))
  const tokens = [...new Set(transfers.map(({ token }) => token))]
  const printed = await runProgram<Row[]>(folder, process.execPath, 'run.mjs', url, ...tokens)
  const expected = await Promise.all(
    transfers.map(async ({ block, transactionHash, logIndex, token, from, to, value }) => ({
      block_number: block.header.number,
      transaction_hash: transactionHash,
      log_index: logIndex,
      token,
      from,
      to,
      value,
      balance: await callToken(chain, block.hash, token, 'balanceOf', [to]),
    })),
  )
  const lowerCase = printed.map((row) => ({
    ...row,
    ...Object.fromEntries(
      ['token', 'from', 'to'].map((name) => [name, `${row[name]}`.toLowerCase()]),
    ),
  }))
  return [compareRows('transfers with a call each', lowerCase, expected)]
}

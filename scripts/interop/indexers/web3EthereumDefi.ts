import { join } from 'node:path'
import { TRANSFER_TOPIC } from '../apps/tokenTransfers.ts'
import { ServingProgram } from '../servingProgram.ts'
import { logRows } from './expected/etlRows.ts'
import { followReorg } from './follow.ts'
import type { Indexer } from './indexer.ts'
import { installPython } from './python.ts'
import { compareRows, type Row } from './rows.ts'

interface Read {
  readonly head: string | null
  readonly reorgs: number
  readonly blocks: readonly Row[]
  readonly events: readonly Row[]
}

/** The reorganisation monitor of web3-ethereum-defi, and the events that its reader reads. */
export const runWeb3EthereumDefi: Indexer = async (subject) => {
  const { folder, python } = installPython('web3-ethereum-defi')
  const program = await ServingProgram.start(folder, join(folder, python), (port) => [
    '-W',
    'ignore',
    'run.py',
    subject.url,
    port,
  ])
  return followReorg<Read>(subject, program, async ({ head, reorgs, blocks, events }) => {
    const traced = await subject.stock.upTo(head as `0x${string}`)
    const [, ...canonical] = traced.map(({ block }) => block)
    const transfers = logRows(canonical).filter(({ topics }) =>
      `${topics}`.startsWith(TRANSFER_TOPIC),
    )
    return [
      compareRows(
        `blocks (${reorgs} reorgs detected)`,
        blocks,
        canonical.map(({ hash, header }) => {
          return { number: header.number, hash, timestamp: header.timestamp }
        }),
      ),
      compareRows(
        'transfers',
        events,
        transfers.map(({ transaction_index, ...row }) => row),
      ),
    ]
  })
}

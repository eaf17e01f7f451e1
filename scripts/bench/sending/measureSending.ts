import { cliPath } from '../../build/built.ts'
import type { NodeCommand } from '../../interop/foreignNode.ts'
import { anvilPath, installAnvil, isAnvilInstalled } from '../anvilPackage.ts'
import { measurePairs } from '../pairs.ts'
import type { MissingRow, Row } from '../report.ts'
import { measureEndpointMemory } from './endpointMemory.ts'
import { measureFirstDeploy } from './firstDeploy.ts'
import { BATCH, type Manner, manners } from './manners.ts'
import { CHAIN, ommerCommand } from './ommerCommand.ts'
import { Sender, type SendingRun } from './sender.ts'
import { sendingRows } from './sendingRows.ts'

/** Of the time of Anvil. */
const DEPLOY_TARGET = 1.5

const HINT = 'npm run bench -- --anvil installs Anvil (40 MB) and measures beside it'

export interface SendingAmount {
  /** runs of each */
  readonly pairs: number
  /** of a run; a multiple of a batch */
  readonly transfers: number
  /** endpoints whose memory is measured */
  readonly endpoints: number
}

/**
 * Measures transfers that are sent and mined per second over one connection, beside Anvil, which gets the same bytes. ommer
 * mines a block for each message before it answers; Anvil answers first, and then mines what has arrived in one block. And
 * the memory of an endpoint.
 *
 * @param install whether to install Anvil if it is missing
 */
export async function measureSending(
  amount: SendingAmount,
  install: boolean,
): Promise<(Row | MissingRow)[]> {
  if (!isAnvilInstalled() && install) installAnvil()
  const memory = await measureEndpointMemory(amount.endpoints)
  if (!isAnvilInstalled()) return [memory, { name: 'sending, beside Anvil', notMeasured: HINT }]
  const deploy = await measureFirstDeploy(amount.pairs, OMMER, ANVIL, DEPLOY_TARGET)
  const ommer = await Sender.start(OMMER)
  try {
    await ommer.warmUp()
    const rows: Row[] = []
    for (const manner of manners) {
      const pairs = await measurePairs(
        amount.pairs,
        () => ommer.run(amount.transfers, manner),
        () => runAnvil(amount.transfers, manner),
      )
      rows.push(...sendingRows(manner, pairs, 'Anvil', manner.target))
    }
    return [...rows, deploy, memory]
  } finally {
    await ommer.stop()
  }
}

const OMMER = ommerCommand(cliPath)

const ANVIL: NodeCommand = {
  name: 'Anvil',
  folder: '.',
  program: [anvilPath],
  // Without `--silent` it prints a line for every request.
  args: (port) => ['--port', String(port), '--silent', ...CHAIN],
}

/** Starts a new one for each run: after some 500 blocks it writes states to the disk, and becomes several times slower. */
async function runAnvil(transfers: number, manner: Manner): Promise<SendingRun> {
  const anvil = await Sender.start(ANVIL)
  try {
    await anvil.run(BATCH, manner)
    return await anvil.run(transfers, manner)
  } finally {
    await anvil.stop()
  }
}

import { cliPath } from '../../build/built.ts'
import { measurePairs } from '../pairs.ts'
import type { Row } from '../report.ts'
import { measureFirstDeploy } from '../sending/firstDeploy.ts'
import { manners } from '../sending/manners.ts'
import type { SendingAmount } from '../sending/measureSending.ts'
import { ommerCommand } from '../sending/ommerCommand.ts'
import { Sender } from '../sending/sender.ts'
import { sendingRows } from '../sending/sendingRows.ts'

/**
 * Compares sending with another build.
 *
 * @param otherCli its command line
 */
export async function measureSendingAgainst(
  otherCli: string,
  { pairs, transfers }: Pick<SendingAmount, 'pairs' | 'transfers'>,
): Promise<Row[]> {
  const ommer = ommerCommand(cliPath)
  const other = { ...ommerCommand(otherCli), name: 'the other build' }
  const rows = [await measureFirstDeploy(pairs, ommer, other, 1)]
  const [ours, theirs] = [await Sender.start(ommer), await Sender.start(other)]
  try {
    await ours.warmUp()
    await theirs.warmUp()
    for (const manner of manners) {
      const runs = await measurePairs(
        pairs,
        () => ours.run(transfers, manner),
        () => theirs.run(transfers, manner),
      )
      rows.push(...sendingRows(manner, runs, other.name, 1))
    }
  } finally {
    await ours.stop()
    await theirs.stop()
  }
  return rows
}

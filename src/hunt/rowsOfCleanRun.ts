import { cleanScenario } from './draw/drawBase.ts'
import { describeDifference } from './finding.ts'
import { type HuntOptions, resolveHuntOptions } from './huntOptions.ts'
import { settle } from './run/judge.ts'
import { ServedChains } from './run/servedChains.ts'
import { Session } from './run/session.ts'

/**
 * The rows of a client on a chain that does not move, as it says them.
 *
 * @returns them, undefined if they cannot be read, and what is wrong with them, in one line; undefined if nothing is
 * @throws {HuntOptionsError} if an option is invalid
 * @throws {HuntError} CLIENT_FAILED
 */
export async function rowsOfCleanRun(
  options: HuntOptions,
): Promise<{ readonly rows: unknown; readonly difference: string | undefined }> {
  const resolved = resolveHuntOptions(options)
  const { client, expectation, patience, confirmations } = resolved
  const chains = new ServedChains()
  const session = await Session.begin(chains, client, cleanScenario(resolved), `c${process.pid}`)
  try {
    const judging = { patience, confirmations, expectation }
    const difference = await settle(session, judging)
    const isRead = difference?.is !== 'unreadable' && difference?.is !== 'exit'
    const rows = isRead ? await session.rows() : undefined
    return { rows, difference: difference && describeDifference(difference) }
  } finally {
    await session.end()
    await chains.close()
  }
}

import type { Scenario } from '../../scenario/scenario.ts'
import type { HuntedClient } from '../client/client.ts'
import type { Moment, Pauses } from './clientCalls.ts'
import { type Difference, hasChangedRows, type Judging, playToEnd, settleTwice } from './judge.ts'
import type { ObservedCall } from './observedCall.ts'
import type { ServedChains } from './servedChains.ts'
import { Session } from './session.ts'

/** What came of a run. */
export interface RunResult extends Pauses {
  /** undefined: the client is right */
  readonly difference: Difference | undefined
  /** whether its steps have changed a row that the client had to have */
  readonly changesRows: boolean
  /** how many of the tokens that the client was given are on its chains at the end */
  readonly tokens: number
  /** the calls of the client, oldest first */
  readonly calls: readonly ObservedCall[]
  /** the steps that were played */
  readonly moments: readonly Moment[]
  /** indices of steps that wait for calls which the client does not make; they were skipped */
  readonly skippedWaits: readonly number[]
  /** the last lines that the client has printed, where it was wrong */
  readonly output: string
  /** in milliseconds: how long the client took to its first call, with what was made before its start */
  readonly startMs: number
}

/**
 * Starts a client, plays a scenario, and judges its rows: they must be right, and stay right after one more block.
 *
 * @throws {ScenarioError} if a step cannot be played
 */
export async function runScenario(
  chains: ServedChains,
  client: HuntedClient,
  scenario: Scenario,
  id: string,
  judging: Judging,
): Promise<RunResult> {
  const session = await Session.begin(chains, client, scenario, id)
  try {
    const { skippedWaits, lost } = await playToEnd(session, judging)
    const isOver = skippedWaits.length > 0 && judging.endsAtSkip
    if (lost === undefined && !isOver) await session.catchUp()
    const difference = isOver ? undefined : (lost ?? (await settleTwice(session, judging)))
    const changesRows = difference !== undefined || (await hasChangedRows(session, judging))
    return {
      difference,
      changesRows,
      tokens: tokensLeft(session),
      calls: session.calls.calls,
      moments: session.calls.moments,
      skippedWaits,
      output: difference === undefined ? '' : session.output,
      ...session.calls.takePauses(),
      startMs: session.calls.startMs,
    }
  } finally {
    await session.end()
  }
}

function tokensLeft(session: Session): number {
  const blocks = session.truth().flatMap((chain) => chain.blocks)
  const receipts = blocks.flatMap((block) => block.receipts)
  const deployed = new Set<string | null>(receipts.map(({ contractAddress }) => contractAddress))
  const given = session.server.chains.flatMap(({ contracts }) => contracts)
  return given.filter((address) => deployed.has(address)).length
}

import type { Scenario } from '../../scenario/scenario.ts'
import type { Twin } from '../finding.ts'
import { isPoll, type ObservedCall } from '../run/observedCall.ts'
import type { RunResult } from '../run/runScenario.ts'
import { withFewerSteps, withLess } from './simplerScenarios.ts'

/** How many neighbours are tried. */
const TRIES = 24

/** A scenario must be right so often to count as right. */
const RIGHT_RUNS = 2

/**
 * Finds a scenario that differs from a wrong one in one step or one number, and in which the client is right.
 *
 * @param run plays a scenario; undefined if that is not possible
 */
export async function findTwin(
  scenario: Scenario,
  wrong: RunResult,
  run: (scenario: Scenario) => Promise<RunResult | undefined>,
  hasTimeLeft: () => boolean,
): Promise<Twin | undefined> {
  let tries = 0
  // A wait tells more than a move: without a move nothing can go wrong.
  const neighbours = [...withLess(scenario), ...withFewerSteps(scenario)].toSorted(
    (one, other) => rank(one.change) - rank(other.change),
  )
  for (const { change, scenario: other } of neighbours) {
    if (tries++ >= TRIES || !hasTimeLeft()) return undefined
    let right: RunResult | undefined
    let count = 0
    do {
      right = await run(other)
    } while (right !== undefined && right.difference === undefined && ++count < RIGHT_RUNS)
    if (right === undefined || right.difference !== undefined) continue
    // It would not be the same for others.
    if (right.skippedWaits.length > 0) continue
    return { scenario: other, change, call: firstDifference(wrong.calls, right.calls) }
  }
  return undefined
}

function rank(change: string): number {
  if (change.includes('wait')) return 0
  return change.startsWith('without') ? 2 : 1
}

/** Where two runs part. How often a client looks for news depends on time, so equal polls in a row count as one. */
function firstDifference(
  wrong: readonly ObservedCall[],
  right: readonly ObservedCall[],
): Twin['call'] {
  const [one, other] = [wrong, right].map(distinct) as [ObservedCall[], ObservedCall[]]
  const index = one.findIndex((call, at) => textOf(call) !== textOf(other[at]))
  const at = index === -1 ? one.length : index
  return { wrong: one[at], right: other[at] }
}

function distinct(calls: readonly ObservedCall[]): ObservedCall[] {
  let before = ''
  return calls.filter((call) => {
    const text = textOf(call)
    const isRepeated = isPoll(call) && text === before
    before = text
    return !isRepeated
  })
}

function textOf(call: ObservedCall | undefined): string {
  return call === undefined
    ? ''
    : JSON.stringify([call.chainId, call.method, call.params, call.answer])
}

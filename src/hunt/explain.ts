import type { Scenario } from '../scenario/scenario.ts'
import { type Finding, isSameKind } from './finding.ts'
import type { HuntProgress, ResolvedHuntOptions } from './huntOptions.ts'
import type { Difference } from './run/judge.ts'
import type { RunResult } from './run/runScenario.ts'
import type { ServedChains } from './run/servedChains.ts'
import { type Fails, shrink } from './shrink/shrink.ts'
import { findTwin } from './shrink/twin.ts'
import { CONFIRMING_RUNS, type Failing, type Trials } from './trials.ts'

interface ExplainOptions
  extends Pick<ResolvedHuntOptions, 'patience' | 'repeats' | 'beyond' | 'time'> {
  /** Tries a scenario again with all patience. */
  confirm(scenario: Scenario): Promise<Failing | undefined>
  /** whether there is time left */
  hasTimeLeft(): boolean
  /** whether the hunt was told to end */
  isAborted(): boolean
  /** @param found what is known now, if it is new */
  notify(doing: 'shrinking' | 'repeating', found?: HuntProgress['found']): void
}

/** Makes a failing scenario as simple as possible, counts how often it fails, and finds its twin. */
export async function explain(
  failing: Failing,
  trials: Trials,
  options: ExplainOptions,
): Promise<Finding> {
  const difference = failing.result.difference as Difference
  const scenario = await smallest(failing, trials, options)
  const again = await repeat(scenario, difference, trials, options)
  const last = again.last ?? failing.result
  const run = (each: Scenario) => trials.tryOnce(each, { needsWaits: true })
  const twin =
    again.last && (await findTwin(scenario, again.last, run, () => options.hasTimeLeft()))
  return {
    scenario,
    difference: last.difference as Difference,
    rate: { wrong: again.wrong, runs: again.runs },
    isBeyond: options.beyond,
    twin,
    output: last.output,
  }
}

async function smallest(
  { scenario, result, isReliable }: Failing,
  trials: Trials,
  { patience, confirm, hasTimeLeft, isAborted, notify }: ExplainOptions,
): Promise<Scenario> {
  const difference = result.difference as Difference
  const needsTokens = difference.is !== 'rows' || difference.table !== 'blocks'
  const fails: Fails = async (each, job) => {
    notify('shrinking')
    const found = await trials.confirmWrong(each, {
      chains: trials.jobs[job],
      // A wait that is skipped would never end for others.
      needsWaits: true,
      // A scenario that has failed each time so far is expected to fail each time when it is simpler.
      ...(isReliable && { rightMax: 0 }),
      // Without its tokens a client is wrong by another reason.
      isWrong: (run) =>
        (run.tokens === result.tokens || !needsTokens) && isSameKind(difference, run.difference),
    })
    const simpler = found?.result.difference
    if (simpler !== undefined) notify('shrinking', { scenario: each, difference: simpler })
    return found !== undefined
  }
  const jobs = trials.jobs.length
  const shrunk = await shrink(scenario, fails, hasTimeLeft, jobs)
  if (isAborted() || (await confirm(shrunk)) !== undefined) return shrunk
  // With little patience, something else had seemed wrong.
  trials.pace.needsMore({ longestPause: patience, longestGap: 0 })
  return shrink(scenario, fails, hasTimeLeft, jobs)
}

/** Counts how often a client is wrong in the same way, in at most half of the time. */
async function repeat(
  scenario: Scenario,
  difference: Difference,
  trials: Trials,
  { repeats, time, hasTimeLeft, notify }: ExplainOptions,
) {
  let [begun, runs, wrong] = [0, 0, 0]
  let last: RunResult | undefined
  const began = performance.now()
  const mayRepeat = () => hasTimeLeft() && performance.now() - began < (time * 1000) / 2
  const repeatWith = async (chains: ServedChains): Promise<void> => {
    while (begun < repeats && (mayRepeat() || begun < CONFIRMING_RUNS)) {
      begun++
      notify('repeating')
      const result = await trials.tryOnce(scenario, { chains })
      if (result === undefined) return
      runs++
      if (!isSameKind(difference, result.difference)) continue
      wrong++
      last = result
    }
  }
  await Promise.all(trials.jobs.map(repeatWith))
  return { runs, wrong, last }
}

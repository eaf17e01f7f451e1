import { setTimeout as sleep } from 'node:timers/promises'
import { drawCandidate, scenarioOf } from '../../src/hunt/draw/candidate.ts'
import type { DrawOptions } from '../../src/hunt/draw/drawBase.ts'
import { mergeProfiles, profileOf } from '../../src/hunt/draw/profile.ts'
import { ChainCache } from '../../src/hunt/run/chainCache.ts'
import { type Judging, settleTwice } from '../../src/hunt/run/judge.ts'
import type { ObservedCall } from '../../src/hunt/run/observedCall.ts'
import { ServedChains } from '../../src/hunt/run/servedChains.ts'
import { Session } from '../../src/hunt/run/session.ts'
import type { HuntedClient } from '../../src/hunt.ts'
import type { Scenario, Step } from '../../src/index.ts'
import { Random } from '../../src/primitives/random.ts'
import { ScenarioError } from '../../src/scenario/scenarioError.ts'

/** In milliseconds: between two steps at most. */
const PAUSE_MAX = 60

interface Budget {
  readonly seconds: number
  /** how many clients run at a time */
  readonly jobs: number
}

/** What the same search finds without waits for calls and without coverage: the same moves and faults at random times. */
export async function randomMoves(
  client: HuntedClient,
  options: DrawOptions,
  judging: Judging,
  { seconds, jobs }: Budget,
): Promise<{ readonly isFound: boolean; readonly seconds: number; readonly runs: number }> {
  const cache = new ChainCache()
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  let runs = 0
  let found: number | undefined
  let profile = profileOf([])
  const search = async (): Promise<void> => {
    const chains = new ServedChains(cache)
    try {
      while (found === undefined && elapsed() < seconds) {
        const random = new Random(`random ${options.seed} ${runs++}`)
        const scenario = scenarioOf(drawCandidate(random, options, profile))
        const isFound = await isWrong(
          chains,
          client,
          atRandomTimes(scenario),
          random,
          judging,
          (calls) => {
            profile = mergeProfiles(profile, profileOf(calls))
          },
        )
        if (isFound) found ??= elapsed()
      }
    } finally {
      await chains.close()
    }
  }
  await Promise.all(Array.from({ length: jobs }, search))
  return { isFound: found !== undefined, seconds: found ?? elapsed(), runs }
}

/** Each step waits for calls that never come; it is played by hand. */
function atRandomTimes(scenario: Scenario): Scenario {
  const never: Step = { waitFor: { calls: 1_000_000_000 } }
  return { ...scenario, steps: scenario.steps.flatMap((step) => [never, step]) }
}

async function isWrong(
  chains: ServedChains,
  client: HuntedClient,
  scenario: Scenario,
  random: Random,
  judging: Judging,
  learn: (calls: readonly ObservedCall[]) => void,
): Promise<boolean> {
  const session = await Session.begin(chains, client, scenario, `random${random.below(2 ** 30)}`)
  try {
    while (!session.player.isFinished && session.ended === undefined) {
      await sleep(random.below(PAUSE_MAX))
      await session.next()
    }
    await session.catchUp()
    return (await settleTwice(session, judging)) !== undefined
  } catch (error) {
    if (error instanceof ScenarioError) return false
    throw error
  } finally {
    learn(session.calls.calls)
    await session.end()
  }
}

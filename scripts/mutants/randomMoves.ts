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
  right: HuntedClient,
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
        const pauses = random.below(2 ** 30)
        const learn = (calls: readonly ObservedCall[]) => {
          profile = mergeProfiles(profile, profileOf(calls))
        }
        const played = { scenario: atRandomTimes(scenario), pauses, judging, learn }
        const isFound = await isWrong(chains, client, played)
        // What is only too slow for the correct one, too, shows no fault.
        if (isFound && !(await isWrong(chains, right, played))) found ??= elapsed()
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

interface Played {
  readonly scenario: Scenario
  /** decides the pauses between its steps */
  readonly pauses: number
  readonly judging: Judging
  learn(calls: readonly ObservedCall[]): void
}

async function isWrong(
  chains: ServedChains,
  client: HuntedClient,
  { scenario, pauses, judging, learn }: Played,
): Promise<boolean> {
  const random = new Random(`pauses ${pauses}`)
  const id = `random${Math.floor(Math.random() * 2 ** 32)}`
  const session = await Session.begin(chains, client, scenario, id)
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

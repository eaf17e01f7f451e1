import type { Scenario } from '../../scenario/scenario.ts'
import { type Simpler, withFewerSteps, withLess } from './simplerScenarios.ts'

/** Tells whether a client fails in a scenario in the same way as before. */
export type Fails = (scenario: Scenario) => Promise<boolean>

/**
 * Makes a scenario in which a client fails simpler, as long as it still fails.
 *
 * @param hasTimeLeft whether there is time left
 * @returns a scenario of which, if there was time, nothing more can be left out or made smaller
 */
export async function shrink(
  scenario: Scenario,
  fails: Fails,
  hasTimeLeft: () => boolean,
): Promise<Scenario> {
  // What was tried once is not tried again, because simpler scenarios are often the same.
  const tried = new Set<string>()
  const failing = async (each: Simpler): Promise<boolean> => {
    const text = JSON.stringify(each.scenario)
    // Without any step the client was right in the first run.
    if (each.scenario.steps.length === 0 || tried.has(text)) return false
    tried.add(text)
    return fails(each.scenario)
  }
  let current = scenario
  for (;;) {
    const simpler = await firstFailing(current, failing, hasTimeLeft)
    if (simpler === undefined) return current
    current = simpler
  }
}

async function firstFailing(
  scenario: Scenario,
  fails: (each: Simpler) => Promise<boolean>,
  hasTimeLeft: () => boolean,
): Promise<Scenario | undefined> {
  for (const candidates of [withFewerSteps(scenario), withLess(scenario)]) {
    for (const each of candidates) {
      if (!hasTimeLeft()) return undefined
      if (await fails(each)) return each.scenario
    }
  }
  return undefined
}

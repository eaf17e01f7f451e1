import type { Scenario } from '../../scenario/scenario.ts'
import { type Simpler, withFewerSteps, withLess } from './simplerScenarios.ts'

/**
 * Tells whether a client fails in a scenario in the same way as before.
 *
 * @param job which of the clients that run at a time
 */
export type Fails = (scenario: Scenario, job: number) => Promise<boolean>

/**
 * Makes a scenario in which a client fails simpler, as long as it still fails.
 *
 * @param hasTimeLeft whether there is time left
 * @param jobs how many simpler scenarios to try at a time
 * @returns a scenario of which, if there was time, nothing more can be left out or made smaller
 */
export async function shrink(
  scenario: Scenario,
  fails: Fails,
  hasTimeLeft: () => boolean,
  jobs = 1,
): Promise<Scenario> {
  const search = { fails, hasTimeLeft, jobs, right: new Set<string>(), done: new Set<string>() }
  let current = scenario
  for (;;) {
    const before = current
    search.done.clear()
    for (;;) {
      const candidates = simplerThan(current, current !== before, search)
      const simpler = await firstFailing(candidates, search)
      if (simpler === undefined) break
      current = simpler
    }
    if (current === before) return current
  }
}

interface Search {
  readonly fails: Fails
  readonly hasTimeLeft: () => boolean
  readonly jobs: number
  /** the scenarios in which the client was right, as JSON */
  readonly right: Set<string>
  /** the changes with which the client was right in this pass */
  readonly done: Set<string>
}

/**
 * Simpler scenarios that were not tried.
 *
 * @param goesOn whether one was found in this pass: changes that did not help before it wait for the next pass
 */
function* simplerThan(
  scenario: Scenario,
  goesOn: boolean,
  { right, done }: Search,
): Generator<Simpler> {
  for (const candidates of [withFewerSteps(scenario), withLess(scenario)]) {
    for (const each of candidates) {
      if (goesOn && done.has(each.change)) continue
      // Without any step the client was right in the first run.
      if (each.scenario.steps.length > 0 && !right.has(JSON.stringify(each.scenario))) yield each
    }
  }
}

/** The first of several scenarios that fails; some after it may have been tried for nothing. */
async function firstFailing(
  candidates: Iterator<Simpler>,
  { fails, hasTimeLeft, jobs, right, done }: Search,
): Promise<Scenario | undefined> {
  while (hasTimeLeft()) {
    const batch = [...take(candidates, jobs)]
    if (batch.length === 0) return undefined
    const failing = await Promise.all(batch.map(({ scenario }, job) => fails(scenario, job)))
    const first = failing.indexOf(true)
    for (const { change, scenario } of first === -1 ? batch : batch.slice(0, first)) {
      right.add(JSON.stringify(scenario))
      done.add(change)
    }
    if (first !== -1) return batch[first]?.scenario
  }
  return undefined
}

function* take<T>(from: Iterator<T>, count: number): Generator<T> {
  for (let left = count; left > 0; left--) {
    const { value, done } = from.next()
    if (done) return
    yield value
  }
}

import type { Scenario } from '../../scenario/scenario.ts'
import { withFewerSteps, withLess } from './simplerScenarios.ts'

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
  // What was right once is not tried again, because simpler scenarios are often the same.
  const right = new Set<string>()
  let current = scenario
  for (;;) {
    const left = simplerThan(current, right)
    const simpler = await firstFailing(left, { fails, hasTimeLeft, jobs, right })
    if (simpler === undefined) return current
    current = simpler
  }
}

function* simplerThan(scenario: Scenario, right: ReadonlySet<string>): Generator<Scenario> {
  for (const candidates of [withFewerSteps(scenario), withLess(scenario)]) {
    for (const { scenario: each } of candidates) {
      // Without any step the client was right in the first run.
      if (each.steps.length > 0 && !right.has(JSON.stringify(each))) yield each
    }
  }
}

interface Search {
  readonly fails: Fails
  readonly hasTimeLeft: () => boolean
  readonly jobs: number
  /** the scenarios in which the client was right, as JSON */
  readonly right: Set<string>
}

/** The first of several scenarios that fails; some after it may have been tried for nothing. */
async function firstFailing(
  scenarios: Iterator<Scenario>,
  { fails, hasTimeLeft, jobs, right }: Search,
): Promise<Scenario | undefined> {
  while (hasTimeLeft()) {
    const batch = [...take(scenarios, jobs)]
    if (batch.length === 0) return undefined
    const failing = await Promise.all(batch.map(fails))
    const first = batch.find((_, job) => failing[job])
    if (first !== undefined) return first
    for (const each of batch) right.add(JSON.stringify(each))
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

import { describeDifference, type HuntProgress, hunt } from '../../../src/hunt.ts'
import type { Postgres } from './postgres.ts'
import type { Subject } from './subjects.ts'

/** In milliseconds: how often it is said how far a hunt is. */
const SAID_EVERY = 10_000

/**
 * Hunts the first version of a subject, where the second, if there is one, must be right.
 *
 * @returns what was found, in lines
 * @throws {NotInstalledError}
 */
export async function huntSubject(
  { versions, options }: Subject,
  { minutes, seed }: { readonly minutes: number; readonly seed: string },
  postgres: () => Promise<Postgres>,
): Promise<readonly string[]> {
  const [hunted, fixed] = versions
  const client = await hunted.install(postgres)
  const passes = await fixed?.install(postgres)
  const { runs, seconds, finding } = await hunt({
    ...client,
    ...options,
    passes,
    seed,
    time: minutes * 60,
    onProgress: sayProgress(hunted.name),
  })
  const tried = `${runs} runs in ${seconds.toFixed(0)} s`
  if (finding === undefined) return [`nothing found with seed ${seed}: ${tried}`]
  const { scenario, difference, rate } = finding
  return [
    `${describeDifference(difference)}; wrong in ${rate.wrong} of ${rate.runs}; seed ${seed}, ${tried}`,
    JSON.stringify(scenario),
  ]
}

function sayProgress(name: string): (progress: HuntProgress) => void {
  let said = performance.now()
  return ({ doing, runs, seconds, coverage }) => {
    if (performance.now() - said < SAID_EVERY) return
    said = performance.now()
    console.error(
      `${name}: ${doing}, ${runs} runs in ${seconds.toFixed(0)} s, ${coverage} situations`,
    )
  }
}

import { describeDifference, type HuntProgress, hunt } from '../../../src/hunt.ts'
import type { Postgres } from './postgres.ts'
import type { HuntClientOptions, Subject, Version } from './subjects.ts'

/** In milliseconds: how often it is said how far a hunt is. */
const SAID_EVERY = 10_000

export interface SubjectHunt {
  readonly seed: string
  readonly minutes: number
  /** how many scenarios to try at most */
  readonly runs?: number
  /** ends it; what was found so far counts */
  readonly signal?: AbortSignal
}

/** What a hunt of a subject has found, in lines. */
interface Hunted {
  readonly hasFound: boolean
  readonly lines: readonly string[]
}

/**
 * Hunts the first version of a subject, where the second, if there is one, must be right.
 *
 * @throws {NotInstalledError}
 */
export async function huntSubject(
  { versions, options }: Subject,
  given: SubjectHunt,
  postgres: () => Promise<Postgres>,
): Promise<Hunted> {
  const [hunted, fixed] = versions
  return huntVersion(
    hunted,
    { ...options, passes: await fixed?.install(postgres) },
    given,
    postgres,
  )
}

/** Hunts one version of a client. */
export async function huntVersion(
  { name, install }: Version,
  options: HuntClientOptions | undefined,
  { seed, minutes, runs: runsMax, signal }: SubjectHunt,
  postgres: () => Promise<Postgres>,
): Promise<Hunted> {
  const { runs, seconds, finding } = await hunt({
    ...(await install(postgres)),
    ...options,
    seed,
    time: minutes * 60,
    runs: runsMax,
    signal,
    onProgress: sayProgress(name),
  })
  const tried = `${runs} runs in ${seconds.toFixed(0)} s`
  if (finding === undefined) {
    return { hasFound: false, lines: [`${name}: nothing found with seed ${seed}: ${tried}`] }
  }
  const { scenario, difference, rate } = finding
  const lines = [
    `${name}: ${describeDifference(difference)}; wrong in ${rate.wrong} of ${rate.runs}; seed ${seed}, ${tried}`,
    JSON.stringify(scenario),
  ]
  return { hasFound: true, lines }
}

function sayProgress(name: string): (progress: HuntProgress) => void {
  let said = performance.now()
  return ({ doing, runs, seconds, coverage, found }) => {
    if (performance.now() - said < SAID_EVERY) return
    said = performance.now()
    const what = found && `: ${found.scenario.steps.map((step) => Object.keys(step)[0]).join(', ')}`
    console.error(
      `${name}: ${doing}, ${runs} runs in ${seconds.toFixed(0)} s, ${coverage} situations${what ?? ''}`,
    )
  }
}

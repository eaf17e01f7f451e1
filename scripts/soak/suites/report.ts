import type { Memory } from '../../scale/memory.ts'
import { judgeMemory, type MemoryTrend, memoryBound } from '../memoryTrend.ts'
import { runSuites, type SuitesRun } from './run.ts'

/** In a shorter run, chains and pools fill up to their bounds most of the time, so resident memory cannot be judged. */
const JUDGED_MINUTES_MIN = 30

const FIGURES = { RSS: 'resident', 'heapUsed after gc': 'heap', arrayBuffers: 'buffers' } as const

/**
 * Simulates the life of a CI server, and prints what happened.
 *
 * @returns whether every answer was right and memory is at the end what it was after the warm-up
 */
export async function soakSuites(minutes: number, isJson: boolean): Promise<boolean> {
  let last = 0
  const run = await runSuites(minutes, ({ seconds, megabytes }, soFar) => {
    if (seconds - last < 30) return
    last = seconds
    const { suites, wrong, refused, broken } = soFar
    const counts = `${suites} suites, ${wrong} wrong, ${refused} refused, ${broken} broken`
    console.error(`${seconds.toFixed(0)} s, ${counts}, ${megabytes.toFixed(0)} MB resident`)
  })
  for (const example of run.suites.examples) console.error(example)
  const trend = judgeMemory(run.samples, run.samples.at(-1)?.seconds ?? 0)
  const rows = Object.entries(FIGURES).map(([name, figure]) =>
    judgeAtRest(name, figure, run.atRest),
  )
  const { suites, wrong } = run.suites
  const judged = minutes < JUDGED_MINUTES_MIN ? rows.filter(({ name }) => name !== 'RSS') : rows
  const isLevel = trend.isLevel || minutes < JUDGED_MINUTES_MIN
  const ok = wrong === 0 && suites > 0 && judged.every(({ isWithin }) => isWithin) && isLevel
  if (isJson) {
    const { suites: tally, neighbour, seconds } = run
    const report = {
      ok,
      node: process.version,
      seconds,
      suites: tally,
      neighbour,
      atRest: rows,
      trend,
    }
    console.log(JSON.stringify(report))
  } else {
    for (const line of lines(run, rows, trend)) console.log(line)
    console.log(ok ? 'right and level' : 'WRONG OR NOT LEVEL')
    if (minutes < JUDGED_MINUTES_MIN) console.log('too short to judge resident memory')
  }
  return ok
}

interface Row {
  readonly name: string
  /** in megabytes */
  readonly afterWarmUp: number
  readonly atEnd: number
  readonly bound: number
  readonly isWithin: boolean
}

function judgeAtRest(
  name: string,
  figure: 'resident' | 'heap' | 'buffers',
  atRest: readonly Memory[],
): Row {
  const [afterWarmUp, atEnd] = [0, 1].map((index) => (atRest[index]?.[figure] ?? Number.NaN) / 1e6)
  const bound = memoryBound(afterWarmUp as number)
  return {
    name,
    afterWarmUp: afterWarmUp as number,
    atEnd: atEnd as number,
    bound,
    isWithin: (atEnd as number) <= bound,
  }
}

function lines(run: SuitesRun, rows: readonly Row[], trend: MemoryTrend): string[] {
  const { suites, checked, wrong, refused, broken, dropped, kept } = run.suites
  const mb = (megabytes: number): string => `${megabytes.toFixed(1)} MB`
  return [
    `${suites} suites in ${run.seconds.toFixed(0)} s, ${checked} answers checked, ${wrong} wrong`,
    `${refused} suites ended by a refusal, ${broken} by a broken connection`,
    `after pauses: ${dropped} endpoints were dropped and are new, ${kept} were as before`,
    '',
    'the neighbour:',
    ...Object.entries(run.neighbour).map(
      ([what, times]) => `${String(times).padStart(8)}  ${what}`,
    ),
    '',
    'at rest, with all endpoints closed:',
    ...rows.map(
      ({ name, afterWarmUp, atEnd, bound, isWithin }) =>
        `${name.padEnd(18)} ${mb(afterWarmUp)} after the warm-up, ${mb(atEnd)} at the end, ` +
        `bound ${mb(bound)}${isWithin ? '' : ': TOO MUCH'}`,
    ),
    `resident under load: peak ${mb(trend.max)}, ${mb(trend.slopePerMinute)} per minute; median of the last third ` +
      `${mb(trend.late)}, of a fifth of the time after the warm-up ${mb(trend.early)}, bound ${mb(trend.bound)}` +
      `${trend.isLevel ? '' : ': NOT LEVEL'}`,
  ]
}

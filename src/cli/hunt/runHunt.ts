import type { DialectName } from '../../endpoint/dialects/dialects.ts'
import { commandClient } from '../../hunt/client/commandClient.ts'
import { lastLine } from '../../hunt/client/shellOutput.ts'
import { describeDifference, type HuntReport } from '../../hunt/finding.ts'
import { hunt } from '../../hunt/hunt.ts'
import { HuntError } from '../../hunt/huntError.ts'
import type { HuntOptions } from '../../hunt/huntOptions.ts'
import { replay } from '../../hunt/replay.ts'
import { OmmerError } from '../../primitives/errors.ts'
import { INTERRUPTED } from '../exitCodes.ts'
import { print } from '../print.ts'
import { reportFailure } from '../reportFailure.ts'
import { stopSignal } from '../stopSignal.ts'
import { checkRows } from './checkRows.ts'
import { readCorpus, writeFinding } from './corpus.ts'
import { expectationOf } from './expectationOf.ts'
import { huntProgress } from './huntProgress.ts'

/** The arguments of `ommer hunt`, from options or environment variables. */
export interface HuntArguments {
  readonly run: string
  readonly rows: string
  readonly before?: string
  readonly after?: string
  readonly expect?: string
  readonly passes?: string
  /** in seconds */
  readonly patience: number
  readonly repeats: number
  readonly confirmations: number
  readonly finality?: number
  readonly chains: number
  readonly dialect?: DialectName
  /** in seconds */
  readonly time: number
  readonly runs?: number
  readonly jobs: number
  readonly seed?: string
  readonly weights?: HuntOptions['weights']
  readonly cold?: boolean
  readonly beyond?: boolean
  readonly corpus: string
  readonly replay?: string
  readonly checkRows?: true
}

/** The client is wrong. */
const WRONG = 1

/** `git bisect run` passes over a version for which this is the exit code. */
const CANNOT_BE_TRIED = 125

/** How many pairs of the coverage are shown. */
const PAIRS_MAX = 12

export async function runHunt(given: HuntArguments): Promise<void> {
  if (given.replay !== undefined) return replayFile(given)
  const client = await clientOf(given)
  if (given.checkRows) return checkRows(given, client)
  const corpus = await readCorpus(given.corpus)
  const progress = huntProgress(process.stderr)
  try {
    const report = await hunt({
      ...client,
      ...optionsOf(given),
      first: corpus,
      onProgress: progress.update,
    })
    progress.finish()
    await printReport(report, given)
  } finally {
    progress.finish()
  }
}

async function clientOf(given: HuntArguments): Promise<Client> {
  return { ...commandClient(given), expected: await expectationOf(given.expect) }
}

type Client = Pick<HuntOptions, 'before' | 'start' | 'rows' | 'after' | 'expected'>

function optionsOf(given: HuntArguments): Omit<HuntOptions, keyof Client> {
  const { passes, rows, patience, cold = false, beyond = false } = given
  const { repeats, confirmations, finality, chains, dialect, time, runs, jobs, seed, weights } =
    given
  return {
    ...(passes !== undefined && { passes: commandClient({ run: passes, rows }) }),
    patience: patience * 1000,
    repeats,
    confirmations,
    finality,
    chains,
    dialect,
    time,
    runs,
    jobs,
    seed,
    weights,
    cold,
    beyond,
    signal: stopSignal,
  }
}

async function printReport(report: HuntReport, given: HuntArguments): Promise<void> {
  const { finding, runs, seconds, seed, coverage } = report
  const tried = `${runs} scenarios in ${seconds.toFixed(0)} s, seed ${seed}`
  if (finding === undefined) {
    const pairs = coverage.slice(0, PAIRS_MAX).map(([pair, count]) => `  ${count} × ${pair}\n`)
    await print(
      `right in all: ${tried}; ${coverage.length} situations, most often:\n${pairs.join('')}`,
    )
    if (stopSignal.aborted) process.exitCode = INTERRUPTED
    return
  }
  const file = await writeFinding(report, finding, given)
  const rate = `wrong in ${finding.rate.wrong} of ${finding.rate.runs} runs`
  await print(`${describeDifference(finding.difference)}\n${rate}; ${tried}\n${file}\n`)
  process.exitCode = WRONG
}

async function replayFile(given: HuntArguments): Promise<void> {
  const { replay: file = '', patience, confirmations, runs = 1 } = given
  try {
    const client = await clientOf(given)
    const result = await replay(file, {
      ...client,
      patience: patience * 1000,
      confirmations,
      runs,
    })
    const { wrong, difference, hasAsked, output } = result
    if (difference?.is === 'exit' && !hasAsked) {
      throw new HuntError(
        'CLIENT_FAILED',
        `--run: ${describeDifference(difference)}; it printed: ${lastLine(output)}`,
      )
    }
    if (difference === undefined)
      return await print(`right: ${file}, ${runs} run${runs === 1 ? '' : 's'}\n`)
    await print(`${describeDifference(difference)}\nwrong in ${wrong} of ${runs} runs\n`)
    process.exitCode = WRONG
  } catch (error) {
    if (!(error instanceof OmmerError)) throw error
    reportFailure(error)
    process.exitCode = CANNOT_BE_TRIED
  }
}

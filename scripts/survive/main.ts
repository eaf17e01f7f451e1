import '../../test/support/fullSize.ts'
import { loadavg } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import { ChainServer } from '../../test/support/faults/chainServer.ts'
import { openFilesMax } from '../../test/support/faults/openFiles.ts'
import { percentile } from '../../test/support/faults/percentile.ts'
import type { Situation } from '../../test/support/faults/situation.ts'
import { situations } from '../../test/support/faults/situations/situations.ts'
import { survive } from '../../test/support/faults/survive.ts'
import { Witness } from '../../test/support/faults/witness.ts'
import { buildPackage } from '../build/buildPackage.ts'
import { type Survival, table, verdict } from './table.ts'
import { type BesideTimers, measureBesideTimers, verdictBesideTimers } from './timers.ts'

/** The name of a measurement that has no witness. */
const TIMERS = 'endpoints that mine by timer'

/** Measures what the machine and the client cost by themselves. */
const atRest: Situation = {
  name: 'at rest',
  bringAbout: (_, witness) => witness.moreAnswers(100),
}

const options = new Command('survive')
  .description(
    'Attacks a server beside a well-behaved client, and reports how long that client waits for ' +
      'its responses.',
  )
  .option('--seconds <count>', 'how long to repeat each attack', wholeSeconds, 5)
  .option('--only <text>', 'only attacks whose names contain this text', '')
  .option('--profile <folder>', 'where to write a profile of the server for each attack')
  .option('--json', 'print one JSON object instead of a table')
  .showSuggestionAfterError(false)
  .parse()
  .opts<{
    readonly seconds: number
    readonly only: string
    readonly profile?: string
    readonly json?: true
  }>()

await buildPackage()
const survivals: Survival[] = []
for (const situation of [atRest, ...situations]) {
  const { name, openFiles = 0 } = situation
  if (situation !== atRest && !name.includes(options.only)) continue
  if (openFiles > openFilesMax()) {
    console.error(`${name}: skipped, because it needs ${openFiles} open files`)
    continue
  }
  console.error(`${name} ...`)
  survivals.push(await measure(situation, survivals[0]?.p99Ms))
}
const load = loadavg()[0] as number
const timers = TIMERS.includes(options.only) ? await measureTimers() : undefined
if (options.json) console.log(JSON.stringify({ node: process.version, load, survivals, timers }))
else {
  console.log(table(survivals, load))
  if (timers !== undefined) console.log(describeTimers(timers))
}
const areTimersFair = timers === undefined || verdictBesideTimers(timers) === ''
const haveSurvived = survivals.every((survival) => verdict(survival) === '')
if (!areTimersFair || !haveSurvived) process.exitCode = 1

function measureTimers(): Promise<BesideTimers> {
  console.error(`${TIMERS} ...`)
  return measureBesideTimers(options.seconds)
}

function describeTimers(beside: BesideTimers): string {
  const [read, send] = [rounded(beside.readRatio), rounded(beside.sendRatio)]
  const figures = `reads take ${read} and sends ${send} times as long as alone`
  return `${TIMERS}: ${figures}; each mined ${beside.mined} blocks  ${verdictBesideTimers(beside)}`
}

/** @param restMs p99 beside an idle server; undefined when this measures it */
async function measure(situation: Situation, restMs?: number): Promise<Survival> {
  const { dev = false } = situation
  const server = await ChainServer.start({ built: true, dev, profileFolder: options.profile })
  const witness = Witness.launch()
  try {
    await server.measure()
    const { latenciesMs, wrong } = await survive(situation, server, witness, options.seconds)
    const { longestStallMs, longestTurnMs, peakResidentBytes } = await server.measure()
    const p99Ms = percentile(latenciesMs, 0.99)
    return {
      name: situation.name,
      answers: latenciesMs.length,
      p50Ms: rounded(percentile(latenciesMs, 0.5)),
      p99Ms: rounded(p99Ms),
      p99Ratio: rounded(p99Ms / (restMs ?? p99Ms)),
      longestMs: rounded(Math.max(...latenciesMs)),
      longestStallMs: rounded(longestStallMs),
      longestTurnMs: rounded(longestTurnMs),
      peakMegabytes: Math.round(peakResidentBytes / 1e6),
      wrong,
      stderr: server.stderr,
    }
  } finally {
    await witness.end()
    await server.stop()
  }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}

function wholeSeconds(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.')
  return Number(text)
}

import { parseArgs } from 'node:util'
import { beyondKinds, eventKinds, eventNames } from '../../src/hunt/draw/eventKinds.ts'
import type { Difference } from '../../src/hunt/run/judge.ts'
import { type Finding, type HuntedClient, hunt, replay } from '../../src/hunt.ts'
import { everything, huntedIndexer } from './huntedIndexer.ts'
import type { Mutant } from './mutant.ts'
import { mutatedIndexer } from './mutatedIndexer.ts'
import { playWritten } from './playWritten.ts'
import { randomMoves } from './randomMoves.ts'

// npm run mutants -- [known] [earlier] [unseen] [original] [--seconds 120] [--seed SEED] [--jobs 3] [--only 1,2] [--random] [--replays 100]
// Puts faults into the example indexer, one at a time, and hunts each: which are found, and how fast. Before that, a scenario
// written by hand must show each fault, or it is none. With --random, moves at random times are tried instead. `original` hunts
// the indexer as it is, which must be right in 1,000 runs. With --replays, each finding is made small and played again so often: the same row must
// be the first that is wrong.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 32)}` },
    random: { type: 'boolean', default: false },
    runs: { type: 'string', default: '1000' },
    replays: { type: 'string' },
    // They share a thread: each works while the others wait.
    jobs: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})

const seconds = Number(values.seconds)
const jobs = Number(values.jobs)
// The indexer verifies what it is told, and keeps what it has, so all kinds are fair.
const weights = Object.fromEntries(beyondKinds.map((name) => [name, eventKinds[name].weight]))
const patience = 6000

interface Result {
  readonly isFound: boolean
  readonly seconds: number
  readonly runs: number
  /** the steps of what was found, unless it was found at random */
  readonly moves?: string
}

console.log(`seed ${values.seed}, ${seconds} s for each`)
for (const name of positionals.length > 0
  ? positionals
  : ['known', 'earlier', 'unseen', 'original']) {
  if (name === 'original') await huntOriginal()
  else await huntAll(name)
}

async function huntAll(name: string): Promise<void> {
  const { mutants } = (await import(`./${name}.ts`)) as { readonly mutants: readonly Mutant[] }
  const results: (Result & { readonly cpu: number })[] = []
  for (const [index, mutant] of mutants.entries()) {
    if (values.only !== undefined && !values.only.split(',').includes(`${index + 1}`)) continue
    const modules = await mutatedIndexer(mutant)
    if ((await playWritten(modules, mutant.scenario)) === undefined) {
      throw new Error(`no fault: ${mutant.fault}`)
    }
    const before = process.cpuUsage()
    const result = await (values.random ? searchAtRandom(mutant) : huntOne(mutant))
    const { user, system } = process.cpuUsage(before)
    const cpu = (user + system) / 1e6
    results.push({ ...result, cpu })
    console.log(
      `${name} ${index + 1} ${mutant.fault}: ${textOf(result)}; ${cpu.toFixed(1)} s of CPU`,
    )
  }
  console.log(`${name}${values.random ? ', moves at random times' : ''}: ${summaryOf(results)}`)
}

async function huntOne(mutant: Mutant): Promise<Result> {
  const client = huntedIndexer(await mutatedIndexer(mutant))
  let result: Result = { isFound: false, seconds: 0, runs: 0 }
  // What is found is made smaller only to be played again.
  const ended = new AbortController()
  const { finding } = await hunt({
    ...client,
    expected: everything,
    seed: values.seed,
    time: seconds,
    jobs,
    patience,
    weights,
    signal: ended.signal,
    onProgress({ doing, seconds, runs, found }) {
      if (!result.isFound) result = { ...result, runs }
      if (doing !== 'shrinking' || found === undefined || result.isFound) return
      const moves = found.scenario.steps.map((step) => Object.keys(step)[0]).join(', ')
      result = { isFound: true, seconds, runs, moves }
      if (values.replays === undefined) ended.abort()
    },
  })
  if (values.replays !== undefined) await replayAgain(client, finding)
  return result
}

/** Plays a finding again, and says how often the same row is the first that is wrong. */
async function replayAgain(client: HuntedClient, finding: Finding | undefined): Promise<void> {
  if (finding === undefined) return
  const first = firstWrong(finding.difference)
  const runs = Number(values.replays)
  let same = 0
  for (let run = 0; run < runs; run++) {
    const { difference } = await replay(finding.scenario, {
      ...client,
      expected: everything,
      patience,
    })
    if (firstWrong(difference) === first) same++
  }
  console.log(`  played again: ${same} of ${runs} times ${first}`)
  if (same < runs) process.exitCode = 1
}

/** What is wrong first, as text. */
function firstWrong(difference: Difference | undefined): string {
  if (difference === undefined) return 'right'
  const { is } = difference
  if (is === 'exit' || is === 'unreadable') return `${is}: ${difference.reason}`
  const found = is === 'rows' ? difference : difference.rows
  return `${is}: ${found?.kind} ${JSON.stringify(found?.row)}`
}

async function searchAtRandom(mutant: Mutant): Promise<Result> {
  const usual = Object.fromEntries(eventNames.map((each) => [each, eventKinds[each].weight]))
  const options = {
    seed: values.seed,
    spec: undefined,
    chains: 1,
    dialect: undefined,
    weights: { ...usual, ...weights } as Record<(typeof eventNames)[number], number>,
    force: false,
    finality: undefined,
    replicas: 'sometimes' as const,
    seeds: 1,
  }
  const judging = { patience, confirmations: 0, expectation: everything }
  const client = huntedIndexer(await mutatedIndexer(mutant))
  const right = huntedIndexer(await mutatedIndexer(undefined))
  return randomMoves(client, right, options, judging, { seconds, jobs })
}

async function huntOriginal(): Promise<void> {
  const { runs, finding } = await hunt({
    ...huntedIndexer(await mutatedIndexer(undefined)),
    expected: everything,
    seed: values.seed,
    runs: Number(values.runs),
    time: 86_400,
    jobs,
    patience,
    weights,
  })
  if (finding === undefined) return console.log(`original: right in ${runs} runs`)
  console.log(`original: WRONG: ${JSON.stringify(finding)}`)
  process.exitCode = 1
}

function textOf({ isFound, seconds, runs, moves }: Result): string {
  if (!isFound) return `NOT FOUND in ${runs} runs`
  return `found after ${seconds.toFixed(1)} s and ${runs} runs${moves === undefined ? '' : `, ${moves}`}`
}

function summaryOf(results: readonly (Result & { readonly cpu: number })[]): string {
  const found = results.filter(({ isFound }) => isFound)
  const median = (values: readonly number[]) =>
    values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]?.toFixed(1)
  const [seconds, cpu, runs] = (['seconds', 'cpu', 'runs'] as const).map((name) =>
    median(found.map((each) => each[name])),
  )
  return `${found.length} of ${results.length} found, median ${seconds} s, ${cpu} s of CPU, ${runs} runs`
}

import { parseArgs } from 'node:util'
import { eventKinds, eventNames } from '../../src/hunt/draw/eventKinds.ts'
import { hunt } from '../../src/hunt.ts'
import { everything, huntedIndexer } from './huntedIndexer.ts'
import type { Mutant } from './mutant.ts'
import { mutatedIndexer } from './mutatedIndexer.ts'
import { playWritten } from './playWritten.ts'
import { randomMoves } from './randomMoves.ts'

// npm run mutants -- [known] [unseen] [original] [--seconds 120] [--seed SEED] [--random]
// Puts faults into the example indexer, one at a time, and hunts each: which are found, and how fast. Before that, a scenario
// written by hand must show each fault, or it is none. With --random, moves at random times search for as long. `original`
// hunts the indexer as it is, which must be right in 1,000 runs.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 32)}` },
    random: { type: 'boolean', default: false },
    runs: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
})

const seconds = Number(values.seconds)
// The indexer verifies what it is told, so untrue answers are fair.
const weights = { wrongData: eventKinds.wrongData.weight }
const patience = 3000

interface Result {
  readonly isFound: boolean
  readonly seconds: number
}

console.log(`seed ${values.seed}, ${seconds} s for each`)
for (const name of positionals.length > 0 ? positionals : ['known', 'unseen', 'original']) {
  if (name === 'original') await huntOriginal()
  else await huntAll(name)
}

async function huntAll(name: string): Promise<void> {
  const { mutants } = (await import(`./${name}.ts`)) as { readonly mutants: readonly Mutant[] }
  const hunted: Result[] = []
  const random: Result[] = []
  for (const [index, mutant] of mutants.entries()) {
    if (values.only !== undefined && !values.only.split(',').includes(`${index + 1}`)) continue
    const modules = await mutatedIndexer(mutant)
    if ((await playWritten(modules, mutant.scenario)) === undefined) {
      throw new Error(`no fault: ${mutant.fault}`)
    }
    const found = await huntOne(mutant)
    hunted.push(found)
    let line = `${name} ${index + 1} ${mutant.fault}: ${textOf(found)}, ${found.moves}`
    if (values.random) {
      const other = await searchAtRandom(mutant)
      random.push(other)
      line += `; at random times: ${textOf(other)}`
    }
    console.log(line)
  }
  console.log(`${name}: ${summaryOf(hunted)}`)
  if (values.random) console.log(`${name}, moves at random times: ${summaryOf(random)}`)
}

async function huntOne(mutant: Mutant): Promise<Result & { readonly moves: string }> {
  const client = huntedIndexer(await mutatedIndexer(mutant))
  let result = { isFound: false, seconds: 0, moves: '' }
  // What is found is not made smaller here.
  const ended = new AbortController()
  await hunt({
    ...client,
    expected: everything,
    seed: values.seed,
    time: seconds,
    patience,
    weights,
    signal: ended.signal,
    onProgress({ doing, seconds, found }) {
      if (doing !== 'shrinking' || found === undefined || result.isFound) return
      const moves = found.scenario.steps.map((step) => Object.keys(step)[0]).join(', ')
      result = { isFound: true, seconds, moves }
      ended.abort()
    },
  })
  return result
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
  }
  const judging = { patience: 1000, confirmations: 0, expectation: everything }
  return randomMoves(huntedIndexer(await mutatedIndexer(mutant)), options, judging, seconds)
}

async function huntOriginal(): Promise<void> {
  const { runs, finding } = await hunt({
    ...huntedIndexer(await mutatedIndexer(undefined)),
    expected: everything,
    seed: values.seed,
    runs: Number(values.runs),
    time: 86_400,
    patience,
    weights,
  })
  if (finding === undefined) return console.log(`original: right in ${runs} runs`)
  console.log(`original: WRONG: ${JSON.stringify(finding)}`)
  process.exitCode = 1
}

function textOf({ isFound, seconds }: Result): string {
  return isFound ? `found after ${seconds.toFixed(1)} s` : 'NOT FOUND'
}

function summaryOf(results: readonly Result[]): string {
  const found = results.filter(({ isFound }) => isFound).map(({ seconds }) => seconds)
  const median = found.toSorted((one, other) => one - other)[Math.floor(found.length / 2)]
  return `${found.length} of ${results.length} found, median ${median?.toFixed(1)} s`
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChain } from '../../../src/chain/createChain.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { compareBlocks } from './amsterdam/compareBlocks.ts'
import { compareExport } from './amsterdam/compareExport.ts'
import { importChains } from './amsterdam/importChains.ts'
import { recordAnswers } from './amsterdam/recordAnswers.ts'
import { compareChain } from './compareChain.ts'
import type { NamedSpec } from './comparedChain.ts'
import { compareHeads } from './compareHeads.ts'
import { compareReorgs } from './compareReorgs.ts'
import { compareErrors } from './errors.ts'
import { exportedChains } from './exportedChains.ts'
import { compareFilters } from './filters/compareFilters.ts'
import { filterChains } from './filters/filterChains.ts'
import { type ForkSet, forkSets, nameOfSet } from './forkSets.ts'
import { compareGenesis } from './genesis/compareGenesis.ts'
import { readGethOptions } from './gethOptions.ts'
import { findGeth, GETH_MISSING, GETH_VERSION } from './gethProgram.ts'
import { type ChainMaker, hivechainMaker, ownChainMaker } from './madeChains.ts'
import { compareSending } from './sending/compareSending.ts'
import { sendingChains } from './sending/sendingChains.ts'
import { importSessions } from './sessions/importSessions.ts'
import type { Difference } from './states/compareRequests.ts'
import { compareStates } from './states/compareStates.ts'
import { stateChains } from './states/stateChains.ts'
import type { Tally } from './states/tally.ts'
import { compareTraces } from './traces/compareTraces.ts'
import { traceChains } from './traces/traceChains.ts'
import { writtenChains } from './writtenChains.ts'

// Runs geth beside ommer on the same chains and compares the responses, including errors. `--record` saves geth's
// responses for the tests; `--all` compares the responses about every loaded chain instead of one in eight; `--states`
// compares only states, `--traces` only traces, `--filters` only filters, `--sending` only what is sent,
// `--genesis` only how genesis files are read, `--files DIR` more of them; `--amsterdam` only blocks of that fork, or its
// states or traces with `--states` or `--traces`;
// `--sessions` imports only what was sent to endpoints, `--seed` and others repeat a comparison of these (gethOptions.ts).
// OMMER_TEST_HIVECHAIN may name an installed hivechain, whose chains are then loaded, too.

/** How many random blocks of Amsterdam are compared, unless `--blocks` says otherwise. */
const BLOCKS = 1000

/** How many of them `--record` saves. */
const RECORDED_BLOCKS = 250

const options = readGethOptions(process.argv.slice(2))
const { record, all } = options
const scratch = mkdtempSync(join(tmpdir(), 'ommer-geth-'))
const program = tryBuild('geth', findGeth)
if (program === undefined) {
  rmSync(scratch, { recursive: true })
  console.log(`interop:geth: skipped, because ${GETH_MISSING}`)
} else {
  try {
    console.log(execFileSync(program, ['version']).toString().split('\n')[1])
    if (options.amsterdam && !options.states && !options.traces) {
      await amsterdam(program)
    } else if (options.genesis) {
      await genesis(program)
    } else if (options.filters) {
      await filters(program)
    } else if (options.sending) {
      await sending(program)
    } else if (options.sessions) {
      await sessions(program)
    } else if (options.traces) {
      await compareChains('traces', traceChains(options.seed, options.amsterdam), (chain) =>
        compareTraces(program, chain, options, scratch),
      )
    } else {
      if (!options.states) {
        await genesis(program)
        await blocks(program)
        await filters(program)
        await sending(program)
        await sessions(program)
      }
      await compareChains('states', stateChains(options.seed, options.amsterdam), (chain) =>
        compareStates(program, chain, options, scratch),
      )
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function report(
  what: string,
  summary: string,
  differences: readonly string[],
  shown: readonly string[] = differences.slice(0, 10),
): void {
  console.log(`${what}: ${summary}${differences.length > 0 ? ', DIFFERENT' : ''}`)
  for (const difference of shown) console.error(`  ${difference}`)
  if (differences.length > 0) process.exitCode = 1
}

/** Random blocks of Amsterdam, chains across the fork, and an export with access lists. */
async function amsterdam(geth: string): Promise<void> {
  if (record) {
    console.log(`amsterdam: ${await recordAnswers(geth, scratch)} answers recorded`)
    await recordVerdicts()
  }
  const seed = Number(options.seed)
  console.log(`amsterdam: seed ${seed}`)
  const blocks = await compareBlocks(seed, options.blocks ?? BLOCKS, scratch)
  report('blocks of Amsterdam', blocks.summary, blocks.differences)
  const exported = await compareExport(geth, scratch, record ? 'test/data/geth-export' : undefined)
  report('export with access lists', exported.summary, exported.differences)
  const chains = await importChains(geth, seed, scratch)
  report('chains across Amsterdam', chains.summary, chains.differences)
}

/** The hashes of random blocks in test/data/amsterdam, which geth must agree with. */
async function recordVerdicts(): Promise<void> {
  const { summary, differences, hashes } = await compareBlocks(1, RECORDED_BLOCKS, scratch)
  report('recorded blocks of Amsterdam', summary, differences)
  if (differences.length > 0) return
  const verdicts = { geth: GETH_VERSION, hashes }
  writeFileSync('test/data/amsterdam/verdicts.json', `${JSON.stringify(verdicts, null, 2)}\n`)
}

/** How files with a genesis are read. */
async function genesis(geth: string): Promise<void> {
  const { summary, differences } = await compareGenesis(geth, options, scratch)
  report('genesis', summary, differences, differences)
}

/** Errors, and everything that follows from blocks alone. */
async function blocks(geth: string): Promise<void> {
  await errors(geth)
  await exported(geth)
  await written(geth)
  if (record) recordChains()
  await loaded(
    geth,
    'own chain maker',
    tryBuild('own chain maker', () => ownChainMaker(scratch)),
  )
  const { OMMER_TEST_HIVECHAIN } = process.env
  if (OMMER_TEST_HIVECHAIN !== undefined) {
    await loaded(geth, 'hivechain', hivechainMaker(OMMER_TEST_HIVECHAIN))
  }
}

/** What filters return while the head moves. */
async function filters(geth: string): Promise<void> {
  console.log(`filters: seed ${options.seed}`)
  for (const chain of filterChains(options.seed)) {
    if (options.chain !== undefined && chain.name !== options.chain) continue
    try {
      const { summary, differences } = await compareFilters(geth, chain, options, scratch)
      report(`filters of ${chain.name}`, summary, differences)
    } catch (error) {
      report(`filters of ${chain.name}`, 'not compared', [(error as Error).message])
    }
  }
}

/** What is answered to transactions that are sent. */
async function sending(geth: string): Promise<void> {
  await compareChains('sending', sendingChains(options.seed), (chain) =>
    compareSending(geth, chain, options, scratch),
  )
}

/** Chains of endpoints that clients have sent to: geth imports them. */
async function sessions(geth: string): Promise<void> {
  console.log(`sessions: seed ${options.seed}`)
  const { summary, differences } = await importSessions(geth, options, scratch)
  report('sessions', summary, differences)
}

/** Compares states or traces of chains, or what is sent on them. */
async function compareChains<Compared extends NamedSpec>(
  what: 'states' | 'traces' | 'sending',
  chains: readonly Compared[],
  compare: (chain: Compared) => Promise<StateComparison>,
): Promise<void> {
  const { seed, chain: only } = options
  console.log(`${what}: seed ${seed}`)
  let compared = 0
  for (const chain of chains) {
    const { name } = chain
    if (only !== undefined && name !== only) continue
    try {
      const { tally, differences } = await compare(chain)
      console.log(String(tally))
      compared += tally.compared
      const summary = `${tally.different} unexplained differences`
      const lines = differences.map(({ line }) => line)
      report(`${what} of ${name}`, summary, lines, firstOfEachKind(differences))
    } catch (error) {
      report(`${what} of ${name}`, 'not compared', [(error as Error).message])
    }
  }
  console.log(`${what}: ${compared} answers compared`)
}

interface StateComparison {
  readonly tally: Tally
  readonly differences: readonly Difference[]
}

/** The first line of each kind of difference, the most frequent kind first. */
function firstOfEachKind(differences: readonly Difference[]): string[] {
  const kinds = new Map<string, string[]>()
  for (const { kind, line } of differences) kinds.set(kind, [...(kinds.get(kind) ?? []), line])
  return [...kinds.values()]
    .sort((one, other) => other.length - one.length)
    .map((lines) => `${lines.length} × ${lines[0]}`)
}

async function errors(geth: string): Promise<void> {
  const { summary, differences } = await compareErrors(geth, scratch, record)
  report('errors', summary, differences)
}

/** Exported chains: geth imports them and responds as ommer does. */
async function exported(geth: string): Promise<void> {
  for (const [name, spec] of Object.entries(exportedChains)) {
    const chain = await createChain(spec)
    if (chain.tree.head.number > 4) await chain.extendBranch(chain.tree.head.number - 3, 'side', 2)
    const files = join(scratch, name.replaceAll(' ', '-'))
    await exportChain(chain, files, { format: 'hive' })
    try {
      const { compared, differences } = await compareChain(geth, chain, files, scratch)
      report(
        name,
        `${compared - differences.length} of ${compared} responses are the same`,
        differences,
      )
      if (!['history', 'eras', 'amsterdam'].includes(name)) continue
      const difference = await compareHeads(geth, chain, files, scratch)
      const isSame = difference === undefined
      report(
        `newHeads of ${name}`,
        isSame ? 'the same' : 'not the same',
        isSame ? [] : [difference],
      )
    } catch (error) {
      report(name, 'geth refuses it', [(error as Error).message])
    }
  }
}

/** Branches that are written by hand: geth imports them, moves from one to another, and responds as ommer does. */
async function written(geth: string): Promise<void> {
  for (const [name, write] of Object.entries(writtenChains)) {
    const files = join(scratch, name.replaceAll(' ', '-'))
    try {
      const made = await write()
      await exportChain(made.chain, files, { format: 'hive' })
      const { compared, differences } = await compareChain(geth, made.chain, files, scratch)
      const moved = await compareReorgs(geth, made, files, scratch)
      const all = [...differences, ...moved.differences]
      const total = compared + moved.compared
      report(name, `${total - all.length} of ${total} responses are the same`, all)
    } catch (error) {
      report(name, 'geth refuses it', [(error as Error).message])
    }
  }
}

/** Chains that go-ethereum built: ommer loads them and responds as geth does. */
async function loaded(geth: string, what: string, make: ChainMaker | undefined): Promise<void> {
  if (make === undefined) return
  const sets = forkSets()
  const refused: string[] = []
  const differences: string[] = []
  let compared = 0
  for (const [index, set] of sets.entries()) {
    const files = join(scratch, 'made')
    mkdirSync(files, { recursive: true })
    try {
      make(set, files)
      const chain = await loadChain(files)
      // geth refuses a chain without a terminal total difficulty.
      if (hasTerminalDifficulty(set, what) && (all || index % 8 === 0)) {
        const comparison = await compareChain(geth, chain, files, scratch)
        compared += comparison.compared
        differences.push(...comparison.differences.map((each) => `${nameOfSet(set)}: ${each}`))
      }
    } catch (error) {
      refused.push(`${nameOfSet(set)}: ${(error as Error).message}`)
    }
    rmSync(files, { recursive: true, force: true })
  }
  const same = `${compared - differences.length} of ${compared} responses are the same`
  const summary = `${sets.length - refused.length} of ${sets.length} chains load, ${same}`
  report(what, summary, [...refused, ...differences])
}

function hasTerminalDifficulty({ lastFork }: ForkSet, what: string): boolean {
  if (what !== 'hivechain' || lastFork === undefined) return true
  return ['paris', 'shanghai', 'cancun', 'prague', 'osaka', 'bpo1', 'bpo2', 'amsterdam'].includes(
    lastFork,
  )
}

/** The chains of test/data/merged-at-genesis. */
function recordChains(): void {
  const make = ownChainMaker(scratch)
  for (const [name, interval] of Object.entries({ 'every-fork': 0, 'spread-forks': 4 })) {
    const set = { length: 24, interval, merged: true, lastFork: 'bpo2' } as const
    make(set, join('test/data/merged-at-genesis', name))
  }
}

/** @returns undefined if the build fails */
function tryBuild<T>(what: string, build: () => T): T | undefined {
  try {
    return build()
  } catch (error) {
    report(what, 'not built', [(error as Error).message])
    return undefined
  }
}

import { writeFile } from 'node:fs/promises'
import type { Chain } from '../chain/chain.ts'
import type { ChainSpec } from '../chain/spec/spec.ts'
import { compact, OTHER_KEY } from '../log/compact.ts'
import { describeEntry } from '../log/describeEntry.ts'
import { type Entry, entryToJson } from '../log/entry.ts'
import { readJournalFile } from '../log/file/readJournal.ts'
import { notGenerated, writeScenario } from '../log/history/writeScenario.ts'
import { JournalError } from '../log/journalError.ts'
import type { JournalHeader } from '../log/journalHeader.ts'
import { isRedisAddress } from '../log/redisAddress.ts'
import { messageOf, OmmerError } from '../primitives/errors.ts'
import { noSuch } from '../primitives/input.ts'
import type { EndpointRegistry } from '../server/endpointRegistry.ts'
import { withReplayed } from '../server/replayedEndpoints.ts'
import type { Journaled } from '../server/serverJournal.ts'
import { version } from '../version.ts'
import { INTERRUPTED } from './exitCodes.ts'
import { type ForkArguments, isFork } from './forkCommandOptions.ts'
import { forkNetwork } from './forkNetwork.ts'
import { generateChain, type LoadArguments, loadFromFiles } from './obtainChain.ts'
import { print, printJson } from './print.ts'
import { stopSignal } from './stopSignal.ts'

/** The arguments of `ommer journal show`. */
export interface ShowArguments {
  readonly json?: true
}

/** The arguments of the commands that make the changes again. */
export interface ReplayArguments extends LoadArguments, ForkArguments {
  readonly load?: string
  readonly cache: boolean
}

/** The arguments of `ommer journal export`. */
export interface ExportJournalArguments extends ReplayArguments {
  readonly endpoint?: string
  readonly out?: string
}

/** Prints a journal. */
export async function showJournal(path: string, { json }: ShowArguments): Promise<void> {
  const { header, entries } = await readWhole(path)
  if (json) {
    for (const line of [JSON.stringify(header), ...entries.map(entryToJson)]) {
      await printJson(`${line}\n`)
    }
    return
  }
  for (const entry of entries) await print(`${describeEntry(entry)}\n`)
}

/** Makes the changes of a journal again. */
export async function checkJournal(path: string, given: ReplayArguments): Promise<void> {
  await withEndpoints(path, await readWhole(path), given, async (endpoints, entries) => {
    const keys = keysIn(entries)
    await print(`${path}: ${entries.length} entries lead to the heads that they say\n`)
    for (const key of keys) {
      const { number, hash } = endpoints.getOrCreate(key).endpoint.head
      await print(`  ${key}: block ${number} ${hash}\n`)
    }
  })
}

/** Writes the moves of an endpoint as a scenario. */
export async function exportJournal(path: string, given: ExportJournalArguments): Promise<void> {
  const whole = await readWhole(path)
  if (whole.header.chain.fork !== undefined) throw notGenerated(true)
  await withEndpoints(path, whole, given, async (endpoints, entries) => {
    const key = chosenKey(path, keysIn(entries), given.endpoint)
    const { yaml } = writeScenario(endpoints.getOrCreate(key), endpoints)
    if (given.out === undefined) return printJson(yaml)
    await writeFile(given.out, yaml).catch((error: unknown) => {
      throw new OmmerError('NOT_WRITTEN', `--out: ${messageOf(error)}`)
    })
    await print(`${given.out}: ${yaml.length} characters\n`)
  })
}

/** @throws {JournalError} also if it is empty, or has only a part of its first line */
async function readWhole(path: string): Promise<Journaled> {
  const content = await (isRedisAddress(path) ? readRedis(path) : readJournalFile(path))
  const { header, entries } = content
  if (header === undefined) {
    const problem = content.isCutOff
      ? 'line 1: it is cut off, because the server that began the journal ended: a server with --journal begins it anew'
      : 'it is empty'
    throw new JournalError('JOURNAL_DAMAGED', `${path}: ${problem}`)
  }
  return { header, entries }
}

async function readRedis(path: string) {
  // Few journals are there.
  const { readShared } = await import('../group/redis/readShared.ts')
  return { ...(await readShared(path)), isCutOff: false }
}

/** The endpoints that were changed and exist. */
function keysIn(entries: readonly Entry[]): readonly string[] {
  const keys = new Set<string>()
  for (const entry of entries) {
    if ('close' in entry) keys.delete(entry.endpoint)
    else if ('endpoint' in entry) keys.add(entry.endpoint)
  }
  return [...keys]
}

/** @throws {OmmerError} INVALID_OPTION */
function chosenKey(path: string, keys: readonly string[], wanted: string | undefined): string {
  const [only] = keys
  const fail = (problem: string) => new OmmerError('INVALID_OPTION', `--endpoint: ${problem}`)
  if (only === undefined) throw new OmmerError('NO_SCENARIO', `${path}: no endpoint was changed`)
  if (wanted === undefined && keys.length > 1) throw fail(`choose one of: ${keys.join(', ')}`)
  if (wanted === undefined || keys.includes(wanted)) return wanted ?? only
  const { key, endpoint } = OTHER_KEY
  if (wanted === key && keys.includes(endpoint)) return endpoint
  throw fail(noSuch('endpoint', wanted, keys))
}

/** Makes the changes of a journal, which stays as it is, in this process alone. */
async function withEndpoints(
  path: string,
  { header, entries }: Journaled,
  given: ReplayArguments,
  work: (endpoints: EndpointRegistry, entries: readonly Entry[]) => Promise<void>,
): Promise<void> {
  const chain = await chainOf(path, header, given)
  if (chain === undefined) {
    process.exitCode = INTERRUPTED
    return
  }
  const journal = { header, entries: compact(entries) }
  await withReplayed(path, chain, journal, version, (endpoints) => work(endpoints, entries))
}

/** The chain of a journal; undefined if the program was told to stop. */
async function chainOf(
  path: string,
  { chain: { spec, fork } }: JournalHeader,
  { load, cache, ...loading }: ReplayArguments,
): Promise<Chain | undefined> {
  if (fork !== undefined) {
    // The rules of its blocks are those of the pin.
    if (isFork(loading))
      return forkNetwork({ ...spec, ...loading, forks: undefined }, stopSignal, {}, fork)
    const { number, rules } = fork
    const problem = `${path}: it was begun for a fork of block ${number} of chain ${rules.chainId}: give --fork-url, or --offline and --fork-witness`
    throw new OmmerError('INVALID_OPTION', problem)
  }
  if (load !== undefined) return loadFromFiles(load, loading, stopSignal)
  if (spec === undefined) {
    const problem = `${path}: it was begun for a chain that was loaded: name its files with --load`
    throw new OmmerError('INVALID_OPTION', problem)
  }
  return generateChain({ cache }, stopSignal, spec as ChainSpec)
}

import type { Chain } from '../../chain/chain.ts'
import type { RecordedAnswers } from '../../chain/chainParts.ts'
import { type DialectName, dialects } from '../../endpoint/dialects/dialects.ts'
import { yieldEvery } from '../../primitives/yieldToEventLoop.ts'
import { decodeResult } from '../../rpc/answer.ts'
import { FixtureError } from '../fixtureError.ts'
import { type ReadOptions, toReadOptions } from '../folder/readFiles.ts'
import { readFixtureFile } from '../folder/readFixtureFile.ts'
import { FieldError } from '../json/fieldError.ts'
import { type LoadOptions, loadBlocks } from '../json/loadBlocks.ts'
import { requireEqual } from '../json/requireEqual.ts'
import { localRpc } from '../localRpc.ts'
import { readManifest } from '../readManifest.ts'
import { groupEntries, type RecordedCall, readEntry } from './cassetteBlocks.ts'

/** The first member of a cassette. */
export const CASSETTE_MANIFEST = 'ommer_manifest'

/** The number of compared entries after which the event loop gets a turn. */
const PAUSE_EVERY = 16

/**
 * Loads a chain from a file that `writeCassette` wrote. The file is read twice: first for the blocks, then to compare
 * all results with those that the chain gives.
 *
 * @throws {FixtureError}
 */
export async function loadCassette(path: string, options: LoadOptions): Promise<Chain> {
  const { verify = true, signal } = options
  const reading = toReadOptions(options)
  const entries = entriesOf(path, verify, reading)
  const recordedAnswers = new Map<string, string>()
  let loaded: { readonly chain: Chain; readonly version: string }
  try {
    loaded = await loadEntries(path, entries, options, recordedAnswers)
  } finally {
    // Closes the file after a failure.
    await entries.return(undefined)
  }
  const { chain, version } = loaded
  for await (const mismatch of mismatches(path, chain, { version, reading })) {
    signal?.throwIfAborted()
    if (verify) throw mismatch.error
    recordedAnswers.set(mismatch.key, JSON.stringify(mismatch.result))
  }
  return chain
}

async function loadEntries(
  path: string,
  entries: AsyncGenerator<RecordedCall>,
  options: LoadOptions,
  recordedAnswers: RecordedAnswers,
): Promise<{ readonly chain: Chain; readonly version: string }> {
  const { value: first } = await entries.next()
  if (first?.method !== CASSETTE_MANIFEST) {
    throw new FixtureError(path, '', `its first member is not ${CASSETTE_MANIFEST}`)
  }
  const manifest = readManifest(first.result, path)
  const source = { manifest, manifestPath: path, blocks: groupEntries(entries, path) }
  const chain = await loadBlocks(source, options, recordedAnswers)
  return { chain, version: manifest.ommer }
}

async function* entriesOf(
  path: string,
  verify: boolean,
  reading: ReadOptions,
): AsyncGenerator<RecordedCall> {
  for await (const member of readFixtureFile(path, verify, reading)) yield readEntry(member, path)
}

/** The entries whose result is not the one that the chain gives. */
async function* mismatches(
  path: string,
  chain: Chain,
  { version, reading }: { readonly version: string; readonly reading: ReadOptions },
): AsyncGenerator<RecordedCall & { readonly error: FixtureError }> {
  const dialect = dialects[chain.writtenAs as DialectName]
  const rpc = localRpc(chain, { dialect, version })
  const pause = yieldEvery(PAUSE_EVERY, reading.signal)
  for await (const entry of entriesOf(path, false, reading)) {
    if (entry.method.startsWith('ommer_')) continue
    await pause()
    const answer = await rpc(entry)
    try {
      requireEqual('', entry.result, decodeResult(answer) ?? null)
    } catch (cause) {
      if (!(cause instanceof FieldError)) throw cause
      const error = new FixtureError(path, `${entry.key}: ${cause.field}`, cause.problem, { cause })
      yield { ...entry, error }
    }
  }
}

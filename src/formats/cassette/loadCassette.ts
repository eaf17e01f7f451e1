import type { Chain, RecordedAnswers } from '../../chain/chain.ts'
import type { DialectName } from '../../endpoint/dialects/dialect.ts'
import { dialects } from '../../endpoint/dialects/dialects.ts'
import { yieldEvery } from '../../primitives/yieldToEventLoop.ts'
import { decodeResult } from '../../rpc/answer.ts'
import { askChain } from '../askChain.ts'
import { FixtureError } from '../fixtureError.ts'
import { type Reading, readingOf } from '../folder/readFiles.ts'
import { readFixtureFile } from '../folder/readFixtureFile.ts'
import { FieldError } from '../json/fieldError.ts'
import { type LoadOptions, loadBlocks } from '../json/loadBlocks.ts'
import { requireEqual } from '../json/requireEqual.ts'
import { readManifest } from '../readManifest.ts'
import { type Entry, gatherEntries, readEntry } from './cassetteBlocks.ts'

/** The first member of a cassette. */
export const CASSETTE_MANIFEST = 'ommer_manifest'

/** After how many answers that are compared others have their turn. */
const PAUSE_EVERY = 16

/**
 * Makes a chain of a file that `writeCassette` has written. It is read twice: once for the blocks, and once more to see
 * that all other answers are those that follow from them.
 *
 * @throws {FixtureError}
 */
export async function loadCassette(path: string, options: LoadOptions): Promise<Chain> {
  const { verify = true, signal } = options
  const reading = readingOf(options)
  const entries = entriesOf(path, verify, reading)
  const recordedAnswers = new Map<string, string>()
  let loaded: { readonly chain: Chain; readonly version: string }
  try {
    loaded = await loadEntries(path, entries, options, recordedAnswers)
  } finally {
    // Where nobody reads it to its end it would stay open.
    await entries.return(undefined)
  }
  const { chain, version } = loaded
  for await (const stray of strays(path, chain, { version, reading })) {
    signal?.throwIfAborted()
    if (verify) throw stray.error
    recordedAnswers.set(stray.key, JSON.stringify(stray.result))
  }
  return chain
}

async function loadEntries(
  path: string,
  entries: AsyncGenerator<Entry>,
  options: LoadOptions,
  recordedAnswers: RecordedAnswers,
): Promise<{ readonly chain: Chain; readonly version: string }> {
  const { value: first } = await entries.next()
  if (first?.method !== CASSETTE_MANIFEST) {
    throw new FixtureError(path, '', `its first member is not ${CASSETTE_MANIFEST}`)
  }
  const manifest = readManifest(first.result, path)
  const source = { manifest, manifestPath: path, blocks: gatherEntries(entries, path) }
  const chain = await loadBlocks(source, options, recordedAnswers)
  return { chain, version: manifest.ommer }
}

async function* entriesOf(path: string, verify: boolean, reading: Reading): AsyncGenerator<Entry> {
  for await (const member of readFixtureFile(path, verify, reading)) yield readEntry(member, path)
}

/** The entries that do not say what the chain answers. */
async function* strays(
  path: string,
  chain: Chain,
  { version, reading }: { readonly version: string; readonly reading: Reading },
): AsyncGenerator<Entry & { readonly error: FixtureError }> {
  const dialect = dialects[chain.writtenAs as DialectName]
  const ask = askChain(chain, { dialect, version })
  const pause = yieldEvery(PAUSE_EVERY, reading.signal)
  for await (const entry of entriesOf(path, false, reading)) {
    if (entry.method.startsWith('ommer_')) continue
    await pause()
    const answer = await ask(entry)
    try {
      requireEqual('', entry.result, decodeResult(answer) ?? null)
    } catch (cause) {
      if (!(cause instanceof FieldError)) throw cause
      const error = new FixtureError(path, `${entry.key}: ${cause.field}`, cause.problem, { cause })
      yield { ...entry, error }
    }
  }
}

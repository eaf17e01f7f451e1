import { setTimeout } from 'node:timers/promises'
import { callMethod } from '../../../test/support/callMethod.ts'
import { serveParent } from '../../bench/child.ts'
import { below } from '../chance.ts'
import type { WritableUrls } from '../sender.ts'
import { JsonClient, Refusal } from '../suites/jsonClient.ts'
import { type Beginning, Suite } from '../suites/suite.ts'
import { emptySuitesTally, noteExample, type SuitesTally } from '../suites/tally.ts'

/** Suite k uses the key k modulo this. */
const KEYS = 1000

/** Different suites: each runs on several keys, with the same hashes. */
const PROGRAMS = 97

/** How often a suite runs before its client takes another, at most. */
const REPEATS_MAX = 6

/** An endpoint that was not used for a minute may be dropped. */
const PAUSE_MS = 65_000

const tally = emptySuitesTally()
/** the digest of the hashes of each suite that ran before */
const digests = new Map<number, string>()
const keysInUse = new Set<number>()
/** of endpoints that exist */
const keysUsed = new Set<string>()
let control = ''
let phase = 0
let next = 0
/** ends pauses */
let over = new AbortController()
let clients: Promise<unknown> = Promise.resolve()

serveParent({
  /** Starts clients that run suites until they are paused. */
  begin: (assignment: Assignment): void => {
    over = new AbortController()
    const { fast, slow, urls } = assignment
    control = urls.control
    clients = Promise.all([
      ...Array.from({ length: fast }, () => runSuites(assignment)),
      ...Array.from({ length: slow }, () => runSuites(assignment, pause)),
    ])
  },
  /** Lets each client finish the suite that it runs, and closes the endpoints. Afterwards all keys are new ones. */
  pause: async (): Promise<void> => {
    over.abort()
    await clients
    for (const key of keysUsed) await callMethod(`${control}/${key}`, 'ommer_closeEndpoint', key)
    keysUsed.clear()
    phase++
  },
  tally: (): SuitesTally => tally,
})

interface Assignment {
  readonly urls: WritableUrls
  readonly beginning: Beginning
  readonly fast: number
  /** clients that pause in the middle of each suite */
  readonly slow: number
}

async function pause(): Promise<void> {
  await setTimeout(PAUSE_MS, undefined, over).catch(() => {})
}

async function runSuites(assignment: Assignment, pausing?: () => Promise<void>): Promise<void> {
  while (!over.signal.aborted) {
    const suite = next++
    const key = suite % KEYS
    if (keysInUse.has(key)) continue
    keysInUse.add(key)
    const name = `suite-${phase}-${key}`
    keysUsed.add(name)
    for (
      let left = pausing ? 1 : 1 + below(REPEATS_MAX);
      left > 0 && !over.signal.aborted;
      left--
    ) {
      await runSuite(suite % PROGRAMS, name, assignment, pausing)
    }
    keysInUse.delete(key)
  }
}

async function runSuite(
  program: number,
  key: string,
  { urls, beginning }: Assignment,
  pausing?: () => Promise<void>,
): Promise<void> {
  let client: JsonClient | undefined
  try {
    // An endpoint with a WebSocket is never dropped.
    client = await JsonClient.open(urls, key, pausing === undefined)
    const digest = await new Suite(program, key, client, beginning, tally).run(pausing)
    tally.suites++
    if (digest === undefined || pausing !== undefined) return
    const wanted = digests.get(program) ?? digest
    digests.set(program, wanted)
    tally.checked++
    if (digest === wanted) return
    tally.wrong++
    noteExample(tally, `wrong: suite ${program} has other hashes at ${key} than before`)
  } catch (error) {
    tally[error instanceof Refusal ? 'refused' : 'broken']++
    noteExample(tally, `${error instanceof Refusal ? 'refused' : 'broken'}: ${key}: ${error}`)
    // Waits, so that a server that is gone does not get a thousand requests a second.
    await setTimeout(100)
  } finally {
    client?.close()
  }
}

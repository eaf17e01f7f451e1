import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { NotInstalledError } from '../project.ts'
import { huntSubject, huntVersion } from './huntSubject.ts'
import { playWritten } from './playWritten.ts'
import { Postgres } from './postgres.ts'
import { type Subject, subjects } from './subjects.ts'

// Installs indexers with faults that are known, plays the scenarios that were written for these faults, and hunts for them
// without that knowledge. `npm run interop:hunt -- envio` runs only one; `-- ponder-1737 --minutes 60 --seeds 3` hunts it
// with three seeds, for an hour each, and plays nothing; `--seed 4` hunts with that seed. `--runs 10` says how often written
// scenarios are played. `--correct 200` only hunts the versions that are right, 200 scenarios each: what it finds is a false
// alarm, or a fault that is not known. Ctrl-C ends a hunt with what it has found so far.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string' },
    runs: { type: 'string', default: '3' },
    correct: { type: 'string' },
  },
})
const unknown = positionals.find((name) => !(name in subjects))
if (unknown !== undefined) {
  console.error(`'${unknown}' is none of: ${Object.keys(subjects).join(', ')}`)
  process.exit(1)
}
const wanted = Object.entries(subjects).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
)
const stopping = new AbortController()
let isHunting = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!isHunting || stopping.signal.aborted) process.exit(1)
    stopping.abort()
  })
}
let started: Promise<Postgres> | undefined
const postgres = () => {
  started ??= Postgres.start()
  return started
}
try {
  if (values.correct !== undefined) {
    for (const [name, subject] of wanted) await huntCorrect(name, subject, Number(values.correct))
  } else {
    const playsWritten = values.minutes === undefined
    if (playsWritten) for (const [name, subject] of wanted) await play(name, subject)
    for (const [name, subject] of wanted) {
      if (!playsWritten || subject.isHunted) await huntEach(name, subject)
    }
  }
} finally {
  await started?.then(
    (each) => each.stop(),
    () => {},
  )
}

async function play(name: string, subject: Subject): Promise<void> {
  for (const { version, result, isAsExpected } of await playWritten(
    subject,
    Number(values.runs),
    postgres,
  )) {
    if (!isAsExpected) process.exitCode = 1
    print(name, `${version}: ${isAsExpected ? '' : 'NOT AS EXPECTED: '}${result}`)
  }
}

/** Hunts with each seed. Those that are hunted with the written scenarios must be found to be wrong. */
async function huntEach(name: string, subject: Subject): Promise<void> {
  const first = Array.from({ length: Number(values.seeds) }, (_, index) => `${index + 1}`)
  for (const seed of values.seed === undefined ? first : [values.seed]) {
    const { signal } = stopping
    const options = { minutes: Number(values.minutes ?? 10), seed, signal }
    const hasFound = await printed(name, () => huntSubject(subject, options, postgres))
    if (hasFound === false && values.minutes === undefined) process.exitCode = 1
  }
}

/** Hunts the versions in which nothing must be found. */
async function huntCorrect(
  name: string,
  { versions, options }: Subject,
  runs: number,
): Promise<void> {
  for (const version of versions) {
    if (!version.isRight) continue
    const { signal } = stopping
    const given = { seed: randomUUID(), minutes: Number(values.minutes ?? 600), runs, signal }
    const hasFound = await printed(name, () => huntVersion(version, options, given, postgres))
    if (hasFound) process.exitCode = 1
  }
}

/** @returns whether something was found; undefined if the client cannot be installed */
async function printed(
  name: string,
  hunt: () => ReturnType<typeof huntVersion>,
): Promise<boolean | undefined> {
  if (stopping.signal.aborted) return undefined
  isHunting = true
  try {
    const { hasFound, lines } = await hunt()
    for (const line of lines) print(name, line)
    return hasFound
  } catch (error) {
    if (!(error instanceof NotInstalledError)) throw error
    print(name, `skipped: ${error.message}`)
    return undefined
  }
}

function print(name: string, line: string): void {
  console.log(`${name.padEnd(20)} ${line}`)
}

import { parseArgs } from 'node:util'
import { NotInstalledError } from '../project.ts'
import { huntSubject } from './huntSubject.ts'
import { playWritten } from './playWritten.ts'
import { Postgres } from './postgres.ts'
import { type Subject, subjects } from './subjects.ts'

// Installs indexers with faults that are known, plays the scenarios that were written for these faults, and hunts for them
// without that knowledge. `npm run interop:hunt -- envio` runs only one; `-- ponder-1737 --minutes 60 --seeds 3` hunts it
// with three seeds, for an hour each, and plays nothing. `--runs 10` says how often written scenarios are played.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
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
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
let started: Promise<Postgres> | undefined
const postgres = () => {
  started ??= Postgres.start()
  return started
}
try {
  if (values.minutes === undefined) for (const [name, subject] of wanted) await play(name, subject)
  for (const [name, subject] of wanted) {
    if (values.minutes !== undefined || subject.isHunted) await huntEach(name, subject)
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

/** Hunts with each seed; those that are hunted without a name must be found to be wrong. */
async function huntEach(name: string, subject: Subject): Promise<void> {
  for (let seed = 1; seed <= Number(values.seeds); seed++) {
    const options = { minutes: Number(values.minutes ?? 10), seed: `${seed}` }
    try {
      for (const line of await huntSubject(subject, options, postgres)) print(name, line)
    } catch (error) {
      if (!(error instanceof NotInstalledError)) throw error
      print(name, `skipped: ${error.message}`)
    }
  }
}

function print(name: string, line: string): void {
  console.log(`${name.padEnd(20)} ${line}`)
}

import { cpus, loadavg } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import { buildPackage } from '../build/buildPackage.ts'
import { Latencies } from './latencies.ts'
import { soak } from './load.ts'
import { JUDGED_MINUTES_MIN, judgeMemory } from './memoryTrend.ts'
import { soakSuites } from './suites/report.ts'
import { sum, type Tally } from './tally.ts'
import { soakFaultKinds } from './troubles.ts'

/** How often to report progress, in samples. */
const LINE_EVERY = 10

const options = new Command('soak')
  .description(
    'Serves under full load, and reports whether responses stay correct and memory level.',
  )
  .option('--minutes <count>', 'duration', minutes, 10)
  .option('--suites', 'run suites of tests on a thousand keys beside a hostile neighbour instead')
  .option('--json', 'print one JSON object instead of a table')
  .showSuggestionAfterError(false)
  .parse()
  .opts<{ readonly minutes: number; readonly suites?: true; readonly json?: true }>()

if (options.suites && options.minutes < 2) throw new Error('--suites takes at least --minutes 2')

const [loadBefore] = loadavg()
await buildPackage()
if (options.suites) process.exit((await soakSuites(options.minutes, options.json === true)) ? 0 : 1)
console.error('generating the chain ...')
let count = 0
const run = await soak(options.minutes, ({ seconds, megabytes }, { requests, wrong, errors }) => {
  if (++count % LINE_EVERY !== 0) return
  console.error(
    `${seconds.toFixed(0)} s, ${requests} requests, ${wrong} wrong, ${errors} errors, ` +
      `${megabytes.toFixed(0)} MB resident, load ${loadavg()[0]?.toFixed(2)}`,
  )
})

const memory = judgeMemory(run.samples, options.minutes * 60)
const total = sum([run.http, run.webSocket])
for (const example of total.examples) console.error(example)
const isJudged = options.minutes >= JUDGED_MINUTES_MIN
const { news, troubled, injected, sending } = run
const missing = [...soakFaultKinds].filter((kind) => !injected.has(kind))
const sideExamples = [...news.examples.slice(0, 5), ...sending.examples]
for (const example of sideExamples) console.error(`wrong: ${example}`)
if (missing.length > 0) console.error(`never injected: ${missing.join(', ')}`)
const isRight =
  total.wrong === 0 &&
  total.errors === 0 &&
  news.wrong === 0 &&
  sending.wrong === 0 &&
  missing.length === 0 &&
  (memory.isLevel || !isJudged)
const report = {
  ok: isRight,
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  load: { before: rounded(loadBefore ?? Number.NaN), after: rounded(loadavg()[0] ?? Number.NaN) },
  seconds: rounded(run.seconds),
  blocksMined: run.blocksMined,
  total: figures(total),
  http: figures(run.http),
  webSocket: figures(run.webSocket),
  subscribers: { ...news, examples: undefined },
  sending: { ...sending, examples: undefined },
  troubled: { ...troubled, injected: [...injected.values()].reduce((all, one) => all + one, 0) },
  usedMegabytes: {
    afterFirstTenth: rounded(run.used[0] ?? Number.NaN),
    atEnd: rounded(run.used[1] ?? Number.NaN),
  },
  residentMegabytes: Object.fromEntries(
    Object.entries(memory).map(([name, value]) => [
      name,
      typeof value === 'number' ? rounded(value) : value,
    ]),
  ),
}
if (options.json) console.log(JSON.stringify(report))
else for (const line of table()) console.log(line)
process.exitCode = isRight ? 0 : 1

function figures(tally: Tally) {
  const latencies = new Latencies(tally.latencies)
  return {
    requests: tally.requests,
    requestsPerSecond: rounded(tally.requests / run.seconds),
    wrong: tally.wrong,
    errors: tally.errors,
    connections: tally.connections,
    abandoned: tally.abandoned,
    p50Milliseconds: rounded(latencies.quantile(0.5)),
    p99Milliseconds: rounded(latencies.quantile(0.99)),
  }
}

function table(): string[] {
  const columns = [report.http, report.webSocket, report.total]
  const names = Object.keys(report.total) as (keyof typeof report.total)[]
  const rows = names.map((name) => [name, ...columns.map((column) => column[name])])
  const line = ([name, ...cells]: (string | number)[]): string =>
    [String(name).padEnd(18), ...cells.map((cell) => cell.toLocaleString('en').padStart(12))].join(
      '',
    )
  const { afterFirstTenth, atEnd, max, slopePerMinute, early, late, bound } = memory
  const mb = (megabytes: number): string => `${megabytes.toFixed(1)} MB`
  return [
    line(['', 'HTTP', 'WebSocket', 'both']),
    ...rows.map(line),
    '',
    `subscribers: ${news.visits} visits, ${news.heads} heads, ${news.logs} logs and ${news.removed} removed, ` +
      `${news.wrong} wrong`,
    `clients that send: ${sending.visits} visits, ${sending.sent} transactions, ${sending.reorgs} reorgs, ` +
      `${sending.reverts} reverts, ${sending.wrong} wrong`,
    `endpoint with faults: ${troubled.answers} responses, ${troubled.broken} missing, ` +
      `${report.troubled.injected} faults of ${injected.size} kinds`,
    '',
    `resident: ${mb(afterFirstTenth)} after the first tenth, ${mb(atEnd)} at the end, peak ${mb(max)}, ` +
      `${mb(slopePerMinute)} per minute`,
    `${verdict()}: median of the last third ${mb(late)}, ` +
      `of a fifth of the time after the warm-up ${mb(early)}, bound ${mb(bound)}`,
    `objects and buffers, without garbage: ${run.used.map(mb).join(', then ')}`,
    '',
    `${report.seconds} s, ${run.blocksMined} blocks mined, Node ${report.node}, ${report.cores} × ${report.cpu}, ` +
      `load average ${report.load.before} before, ${report.load.after} after`,
  ]
}

function verdict(): string {
  if (!isJudged) return `too short to judge memory, which takes ${JUDGED_MINUTES_MIN} minutes`
  return memory.isLevel ? 'level' : 'NOT LEVEL'
}

function minutes(text: string): number {
  const value = Number(text)
  // A shorter run has no sample in a tenth of its time.
  if (value >= 0.5) return value
  throw new InvalidArgumentError('It is not a number of at least 0.5.')
}

/** Four digits are already more precise than the noise allows. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4))
}

import { spawnSync } from 'node:child_process'
import { corruptionNames } from '../../../../src/faults/corrupt/named.ts'
import type { DialectName, FaultRule, ServedEndpoint, Server } from '../../../../src/index.ts'
import type { importBuilt } from '../../../build/built.ts'
import { findErpcJudge } from './erpcProgram.ts'

// What eRPC makes of the errors of each dialect, and which of its integrity checks reject answers that a fault has changed
// or that come from another branch.

/** A case of `judge/main.go`. */
interface Answer {
  readonly method: string
  readonly params: readonly unknown[]
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly header?: unknown
  readonly receipts?: unknown
}

interface Verdict {
  readonly code: string
  readonly checks: readonly string[]
}

interface Trouble {
  readonly name: string
  /** the code that eRPC's own tests expect */
  readonly code: string
  readonly method: string
  readonly params: readonly unknown[]
  readonly faults?: readonly FaultRule[]
}

/** how many blocks have their answers judged */
const HEIGHTS = 30

const ALL = { fromBlock: '0x0', toBlock: 'latest' }
/** `PUSH0 PUSH0 REVERT` as the code of the account that is called */
const REVERTING = [
  { to: `0x${'c0'.repeat(20)}` },
  'latest',
  { [`0x${'c0'.repeat(20)}`]: { code: '0x5f5ffd' } },
] as const

const troubles: readonly Trouble[] = [
  { name: 'range', code: 'RequestTooLarge', method: 'eth_getLogs', params: [ALL] },
  { name: 'revert', code: 'ExecutionException', method: 'eth_call', params: REVERTING },
  { name: 'unknown method', code: 'Unsupported', method: 'eth_noSuchMethod', params: [] },
  {
    name: 'wrong params',
    code: 'ClientSideException',
    method: 'eth_getBlockByNumber',
    params: ['zero', false],
  },
  {
    name: 'rate limit',
    code: 'CapacityExceeded',
    method: 'eth_blockNumber',
    params: [],
    faults: [{ fault: { kind: 'rateLimit' } }],
  },
  {
    name: 'no state',
    code: 'MissingData',
    method: 'eth_getBalance',
    params: [`0x${'c0'.repeat(20)}`, '0x1'],
    faults: [{ fault: { kind: 'prunedState', keep: 1 } }],
  },
  {
    // eRPC has no pattern for it, and asks another node.
    name: 'indexing',
    code: 'ServerSideException',
    method: 'eth_getTransactionByHash',
    params: [`0x${'ab'.repeat(32)}`],
    faults: [{ fault: { kind: 'indexing' } }],
  },
]

/**
 * What eRPC makes of the words of a dialect where it has no pattern for them; empty where a range of this length is within
 * the limit. For dRPC it has code that knows the provider by its address, which is not used here.
 */
const otherCodes: Readonly<Record<string, Readonly<Partial<Record<DialectName, string>>>>> = {
  range: {
    reth: '',
    nethermind: '',
    alchemy: '',
    erigon: 'ClientSideException',
    besu: 'ServerSideException',
    drpc: 'Unsupported',
  },
  'no state': { erigon: 'ClientSideException', besu: 'ServerSideException' },
}

/** The methods whose answers are judged, and how their params name a block. */
const read: readonly (readonly [
  method: string,
  params: (hash: string, number: string) => readonly unknown[],
])[] = [
  ['eth_getBlockByNumber', (_, number) => [number, true]],
  ['eth_getBlockByHash', (hash) => [hash, true]],
  ['eth_getBlockReceipts', (_, number) => [number]],
  ['eth_getLogs', (_, number) => [{ fromBlock: number, toBlock: number }]],
]

/** @returns a line for each comparison */
export async function judgeWithErpc(
  { createChain, serve }: Pick<Awaited<ReturnType<typeof importBuilt>>, 'createChain' | 'serve'>,
  server: Server,
  seed: string,
  dialects: readonly DialectName[],
): Promise<string[]> {
  const judge = findErpcJudge()
  if (judge === undefined)
    return ['skipped: eRPC (OMMER_TEST_ERPC_SOURCE=folder with erpc and manifesto)']
  const lines = await judgeErrors(server, dialects, judge)
  const spec = { preset: 'latest', blocks: HEIGHTS, transactionsPerBlock: [3, 6], seed } as const
  const small = await serve(await createChain(spec), { port: 0, methods: 'all' })
  try {
    return [...lines, ...(await judgeResults(small, judge))]
  } finally {
    await small.close()
  }
}

async function judgeErrors(server: Server, dialects: readonly DialectName[], judge: string) {
  const cases: { name: string; answer: Answer; wanted: string }[] = []
  for (const dialect of dialects) {
    for (const { name, code, method, params, faults } of troubles) {
      const endpoint = server.endpoint(`erpc-${dialect}-${name.replace(' ', '-')}`, { dialect })
      if (faults) endpoint.setFaults(faults)
      const wanted = otherCodes[name]?.[dialect] ?? code
      cases.push({
        name: `${dialect.padEnd(12)} ${name}`,
        answer: await ask(endpoint, method, params),
        wanted,
      })
    }
  }
  const verdicts = run(
    judge,
    cases.map(({ answer }) => answer),
  )
  return cases.map(({ name, answer, wanted }, index) => {
    const { code } = verdicts[index] as Verdict
    if (code === wanted) return `erpc     ${name.padEnd(28)} ${code}`
    process.exitCode = 1
    return `erpc     ${name.padEnd(28)} DIFFERENT: ${code || 'no error'}, want ${wanted}: ${answer.status} ${answer.body.slice(0, 200)}`
  })
}

async function judgeResults(server: Server, judge: string): Promise<string[]> {
  const good = server.endpoint('erpc-good', { dialect: 'geth' })
  // The block before the first has no receipts, as a node may have that lags.
  const heights = Array.from({ length: HEIGHTS - 1 }, (_, index) => `0x${(index + 2).toString(16)}`)
  const clean = (await Promise.all(heights.map((number) => answersOf(good, good, number)))).flat()
  const lines = [lineOfClean(run(judge, clean))]
  const faults: readonly FaultRule['fault'][] = [
    ...corruptionNames.map((what) => ({ kind: 'corrupt', what }) as const),
    { kind: 'emptyLogs' },
    { kind: 'truncatedLogs', count: 1 },
    { kind: 'previousBlock' },
  ]
  for (const fault of faults) {
    const name = fault.kind === 'corrupt' && 'what' in fault ? fault.what : fault.kind
    const bad = server.endpoint(`erpc-${name}`, { dialect: 'geth' })
    bad.setFaults([{ fault }])
    const all = (await Promise.all(heights.map((number) => answersOf(bad, good, number)))).flat()
    const changed = all.filter(({ body }, index) => body !== clean[index]?.body)
    lines.push(lineOfChanged(name, changed, run(judge, changed)))
  }
  const mixed = await mixedAnswers(server, heights, clean)
  lines.push(lineOfChanged('two branches', mixed, run(judge, mixed)))
  return lines
}

/**
 * Receipts and logs of one branch, beside the headers of the other. Left out is what eRPC cannot tell apart: an empty list,
 * for which it asks another node, and receipts of other transactions that have the same root.
 */
async function mixedAnswers(
  server: Server,
  heights: readonly string[],
  clean: readonly Answer[],
): Promise<Answer[]> {
  const other = server.endpoint('erpc-other', { dialect: 'geth' })
  await other.rollback(server.head.number - 2)
  await other.reorg({ depth: 1, length: heights.length, force: true })
  const own = (await Promise.all(heights.map((number) => answersOf(other, other, number)))).flat()
  const isEmpty = ({ body }: Answer) => body.includes('"result":[]')
  const rootOf = ({ header }: Answer) => (header as { readonly receiptsRoot: string }).receiptsRoot
  return own
    .map((answer, index) => ({ answer, right: clean[index] as Answer }))
    .filter(
      ({ answer, right }) =>
        ['eth_getBlockReceipts', 'eth_getLogs'].includes(answer.method) &&
        !isEmpty(answer) &&
        !isEmpty(right) &&
        rootOf(answer) !== rootOf(right),
    )
    .map(({ answer, right }) => ({ ...answer, header: right.header, receipts: right.receipts }))
}

function lineOfClean(verdicts: readonly Verdict[]): string {
  const wrong = verdicts.flatMap(({ code, checks }) => (code === '' ? checks : [code]))
  if (wrong.length > 0) process.exitCode = 1
  const found = wrong.length > 0 ? `DIFFERENT: ${[...new Set(wrong)].join(', ')}` : 'nothing'
  return `erpc     ${'clean'.padEnd(28)} ${found} in ${verdicts.length} answers`
}

function lineOfChanged(
  name: string,
  answers: readonly Answer[],
  verdicts: readonly Verdict[],
): string {
  const checks = new Set(verdicts.flatMap((verdict) => verdict.checks))
  const passed = answers.filter((_, index) => verdicts[index]?.checks.length === 0)
  const found = `${[...checks].join(', ') || 'nothing'} in ${answers.length} answers`
  if (passed.length === 0) return `erpc     ${name.padEnd(28)} ${found}`
  process.exitCode = 1
  const methods = [...new Set(passed.map(({ method }) => method))].join(', ')
  return `erpc     ${name.padEnd(28)} DIFFERENT: ${found}; ${passed.length} of ${methods} pass`
}

async function answersOf(
  endpoint: ServedEndpoint,
  good: ServedEndpoint,
  number: string,
): Promise<Answer[]> {
  const header = await resultOf(good, 'eth_getBlockByNumber', [number, true])
  const receipts = await resultOf(good, 'eth_getBlockReceipts', [number])
  const { hash } = header as { readonly hash: string }
  return Promise.all(
    read.map(async ([method, params]) => ({
      ...(await ask(endpoint, method, params(hash, number))),
      header,
      receipts,
    })),
  )
}

/** Asks over HTTP, as another program would. */
async function ask(
  { url }: ServedEndpoint,
  method: string,
  params: readonly unknown[],
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return {
    method,
    params,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

async function resultOf(
  endpoint: ServedEndpoint,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const { body } = await ask(endpoint, method, params)
  return (JSON.parse(body) as { readonly result: unknown }).result
}

function run(judge: string, cases: readonly Answer[]): readonly Verdict[] {
  const { status, stdout, stderr } = spawnSync(judge, {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`the judge has failed: ${stderr}`)
  return JSON.parse(stdout) as Verdict[]
}

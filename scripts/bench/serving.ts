import { Child } from './child.ts'
import { type Dialogue, rehearseHttp, rehearseWebSocket } from './dialogue.ts'
import { drive } from './load.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'
import { blocksOf } from './specs.ts'

/** What is asked for: every time the same block, so that it is serving that is measured, not building. */
interface Question {
  readonly name: string
  readonly transactions: 20 | 200
  readonly method: string
  readonly details: readonly boolean[]
  /** how many such requests go together; by default one goes alone */
  readonly batch?: number
}

const questions: readonly Question[] = [
  { name: 'header', transactions: 20, method: 'eth_getBlockByNumber', details: [false] },
  { name: 'block of 20', transactions: 20, method: 'eth_getBlockByNumber', details: [true] },
  { name: 'receipts of 20', transactions: 20, method: 'eth_getBlockReceipts', details: [] },
  { name: 'block of 200', transactions: 200, method: 'eth_getBlockByNumber', details: [true] },
  {
    name: 'batch of 100 headers',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [false],
    batch: 100,
  },
  {
    name: 'batch of 100 blocks of 20',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [true],
    batch: 100,
  },
]

interface Transport {
  readonly name: string
  readonly baselineName: string
  readonly baselineScript: string
  readonly url: 'url' | 'wsUrl'
  readonly rehearse: (url: string, message: string) => Promise<Dialogue>
}

const transports: readonly Transport[] = [
  {
    name: 'HTTP',
    baselineName: 'bare node:http',
    baselineScript: 'bareHttpServer',
    url: 'url',
    rehearse: rehearseHttp,
  },
  {
    name: 'WebSocket',
    baselineName: 'bare ws',
    baselineScript: 'bareWebSocketServer',
    url: 'wsUrl',
    rehearse: rehearseWebSocket,
  },
]

/** A server in a process of its own, and what to say to it. */
interface Target {
  readonly server: Child
  readonly dialogue: Dialogue
}

interface Slice {
  /** requests per second */
  readonly rate: number
  /** microseconds of the server's processor time per request */
  readonly cpuMicroseconds: number
}

/** How a child's server is reached. */
export interface ServerAddress {
  readonly url: string
  readonly wsUrl: string
  /** number of the chain's last block, which holds the transactions asked for */
  readonly head: number
}

/**
 * Requests per second over HTTP and WebSocket, against servers that do nothing but send the same bytes.
 *
 * @param pairs slices of each server per figure
 */
export async function measureServing(pairs: number, sliceSeconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const transactions of [20, 200] as const) {
    const ommer = new Child('ommerServer')
    const address = await ommer.do<ServerAddress>('listen', blocksOf(transactions))
    for (const transport of transports) {
      const baseline = new Child(transport.baselineScript)
      const baselineUrl = await baseline.do<string>('listen')
      for (const question of questions.filter((q) => q.transactions === transactions)) {
        const message = requestText(question, address.head)
        const served = await transport.rehearse(address[transport.url], message)
        requireTransactions(served.body, question)
        await baseline.do('answerWith', served.body)
        const echoed = await transport.rehearse(baselineUrl, message)
        if (!echoed.body.equals(served.body)) throw new Error('the baseline answers otherwise')
        rows.push(
          ...(await measureQuestion(
            `${transport.name} ${question.name}`,
            transport.baselineName,
            { server: ommer, dialogue: served },
            { server: baseline, dialogue: echoed },
            { pairs, sliceSeconds },
          )),
        )
      }
      await baseline.stop()
    }
    await ommer.stop()
  }
  return rows
}

async function measureQuestion(
  name: string,
  baselineName: string,
  ommer: Target,
  baseline: Target,
  { pairs, sliceSeconds }: { pairs: number; sliceSeconds: number },
): Promise<Row[]> {
  const ommerSlice = (): Promise<Slice> => measureSlice(ommer, sliceSeconds)
  const baselineSlice = (): Promise<Slice> => measureSlice(baseline, sliceSeconds)
  await measurePairs(1, ommerSlice, baselineSlice) // until the compilers have done their work
  const slices = await measurePairs(pairs, ommerSlice, baselineSlice)
  return [
    row(
      name,
      'requests/s',
      baselineName,
      compare(slices, ({ rate }) => rate),
    ),
    row(
      `${name}, processor time`,
      'µs/request',
      baselineName,
      compare(slices, ({ cpuMicroseconds }) => cpuMicroseconds),
    ),
  ]
}

async function measureSlice({ server, dialogue }: Target, seconds: number): Promise<Slice> {
  const before = await server.do<number>('cpuSeconds')
  const { requests, seconds: elapsed } = await drive(dialogue, seconds)
  const after = await server.do<number>('cpuSeconds')
  return { rate: requests / elapsed, cpuMicroseconds: ((after - before) / requests) * 1e6 }
}

function requestText({ method, details, batch }: Question, block: number): string {
  const params = [`0x${block.toString(16)}`, ...details]
  const request = (id: number) => ({ jsonrpc: '2.0', id, method, params })
  if (batch === undefined) return JSON.stringify(request(1))
  return JSON.stringify(Array.from({ length: batch }, (_, index) => request(index + 1)))
}

/** A figure for a block that turned out small would flatter. */
function requireTransactions(body: Buffer, { name, transactions, batch = 1 }: Question): void {
  const answers = [JSON.parse(body.toString())].flat() as {
    result: readonly unknown[] | { readonly transactions: readonly unknown[] }
  }[]
  if (answers.length !== batch) throw new Error(`'${name}' has ${answers.length} answers`)
  for (const { result } of answers) {
    const found = 'transactions' in result ? result.transactions.length : result.length
    if (found !== transactions) throw new Error(`the answer to '${name}' has ${found} transactions`)
  }
}

import type { FaultRule, Server } from '../../../src/index.ts'
import { runLibrary } from './runLibrary.ts'

interface Seen {
  /** what its verification finds wrong with the receipts of a block; null if nothing */
  readonly receipts: string | null
  /** and with its logs */
  readonly logs: string | null
}

interface Case {
  readonly name: string
  readonly rule: FaultRule
  /** what SQD says of the receipts, and of the logs */
  readonly wanted: { readonly [Part in keyof Seen]: RegExp | null }
}

const receipts = 'eth_getBlockReceipts'
const logs = 'eth_getLogs'

const cases: readonly Case[] = [
  {
    // It then reads each receipt by itself.
    name: 'null receipts',
    rule: { methods: receipts, fault: { kind: 'null' } },
    wanted: { receipts: null, logs: null },
  },
  {
    name: 'foreignBlockHash',
    rule: { methods: receipts, fault: { kind: 'corrupt', what: 'foreignBlockHash' } },
    wanted: { receipts: /receipts for a different block/, logs: null },
  },
  {
    name: 'missingReceipt',
    rule: { methods: receipts, fault: { kind: 'corrupt', what: 'missingReceipt' } },
    wanted: { receipts: /invalid number of receipts/, logs: null },
  },
  {
    name: 'a field is absent',
    rule: {
      methods: receipts,
      fault: { kind: 'corrupt', field: '[0].transactionIndex', remove: true },
    },
    wanted: { receipts: /unexpected result.*transactionIndex/, logs: null },
  },
  {
    name: 'emptyLogs',
    rule: { methods: logs, fault: { kind: 'emptyLogs' } },
    wanted: { receipts: null, logs: /0 log records .* bloom is not empty/ },
  },
  {
    name: 'null block',
    rule: { methods: 'eth_getBlockByHash', fault: { kind: 'null' } },
    wanted: { receipts: /./, logs: /./ },
  },
]

/** Whether the verification of SQD's processor finds what a fault has changed, and nothing in a clean run. */
export async function verifyAsSqd(server: Server): Promise<string[]> {
  const hash = await hashWithLogs(server)
  const lines: string[] = []
  const clean: Case = {
    name: 'clean',
    rule: cases[0]?.rule as FaultRule,
    wanted: { receipts: null, logs: null },
  }
  for (const each of [clean, ...cases]) {
    const { name, rule, wanted } = each
    const endpoint = server.endpoint(`sqd-${name.replaceAll(' ', '-')}`, { dialect: 'geth' })
    if (each !== clean) endpoint.setFaults([rule])
    const seen = await runLibrary<Seen>('sqd.cjs', endpoint.url, hash)
    const isRight = fits(seen.receipts, wanted.receipts) && fits(seen.logs, wanted.logs)
    if (!isRight) process.exitCode = 1
    const found = seen.receipts ?? seen.logs ?? 'nothing'
    lines.push(
      `sqd      ${name.padEnd(28)} ${isRight ? found : `DIFFERENT: ${JSON.stringify(seen)}`}`,
    )
  }
  return lines
}

function fits(problem: string | null, wanted: RegExp | null): boolean {
  return wanted === null || problem === null ? wanted === problem : wanted.test(problem)
}

/** The hash of the first block that has logs. */
async function hashWithLogs({ request }: Pick<Server, 'request'>): Promise<string> {
  const found = await request({ method: logs, params: [{ fromBlock: '0x0', toBlock: '0x64' }] })
  const [first] = found as readonly { readonly blockHash: string }[]
  if (first === undefined) throw new Error('no block up to 100 has logs')
  return first.blockHash
}

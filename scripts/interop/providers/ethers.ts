import type { DialectName, FaultRule, Server } from '../../../src/index.ts'
import { runLibrary } from './runLibrary.ts'

interface Seen {
  /** the hash of the block, or the error */
  readonly block: string | null
  /** the number of logs, or the error */
  readonly logs: number | string
  readonly isRevert: boolean
}

const faults: readonly FaultRule['fault'][] = [
  { kind: 'rateLimit' },
  { kind: 'prunedHistory', before: 6 },
  { kind: 'serverError' },
  { kind: 'previousBlock' },
  { kind: 'emptyLogs' },
]

/** What the bad provider spoils; calls are left alone. */
const methods = ['eth_getBlockByNumber', 'eth_getLogs']

/** Whether two of three providers outvote a bad one in ethers' FallbackProvider, in each dialect. */
export async function agreeInDialects(
  server: Server,
  dialects: readonly DialectName[],
): Promise<string[]> {
  const lines: string[] = []
  for (const dialect of dialects) {
    const good = server.endpoint(`ethers-good-${dialect}`, { dialect })
    const other = server.endpoint(`ethers-other-${dialect}`, { dialect })
    const wanted = await wantedOf(good)
    for (const fault of faults) {
      const bad = server.endpoint(`ethers-${dialect}-${fault.kind}`, { dialect })
      bad.setFaults([{ methods, fault }])
      const urls = [bad.url, good.url, other.url]
      const seen = await runLibrary<Seen>('ethers.mjs', ...urls)
      const isRight = seen.block === wanted.block && seen.logs === wanted.logs && seen.isRevert
      if (!isRight) process.exitCode = 1
      const found = isRight ? 'two of three agree' : `DIFFERENT: ${JSON.stringify(seen)}`
      lines.push(`ethers   ${dialect.padEnd(12)} ${fault.kind.padEnd(14)} ${found}`)
    }
  }
  return lines
}

async function wantedOf({ request }: Pick<Server, 'request'>): Promise<Omit<Seen, 'isRevert'>> {
  const block = await request({ method: 'eth_getBlockByNumber', params: ['0x3', false] })
  const logs = await request({
    method: 'eth_getLogs',
    params: [{ fromBlock: '0x0', toBlock: '0x3' }],
  })
  return {
    block: (block as { readonly hash: string }).hash,
    logs: (logs as readonly unknown[]).length,
  }
}

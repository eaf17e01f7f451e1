import type { DialectName, FaultRule, Server } from '../../../src/index.ts'
import { runLibrary } from './runLibrary.ts'

interface Seen {
  /** the number of the block, or the error */
  readonly block: number | string
  /** whether there were logs, or the error */
  readonly logs: boolean | string
  /** whether viem knows a call that reverts as one */
  readonly isRevert: boolean
}

const faults: readonly FaultRule['fault'][] = [
  { kind: 'rateLimit' },
  { kind: 'prunedHistory', before: 6 },
  { kind: 'serverError' },
]

/** What a provider spoils; calls are left alone. */
const methods = ['eth_getBlockByNumber', 'eth_getLogs']

/** Whether viem's fallback transport asks the second provider, and viem knows reverts, in each dialect. */
export async function fallBackInDialects(
  server: Server,
  dialects: readonly DialectName[],
): Promise<string[]> {
  const lines: string[] = []
  const good = server.endpoint('viem-good', { dialect: 'geth' })
  for (const dialect of dialects) {
    for (const fault of faults) {
      const bad = server.endpoint(`viem-${dialect}-${fault.kind}`, { dialect })
      bad.setFaults([{ methods, fault }])
      const seen = await runLibrary<Seen>('viem.mjs', bad.url, good.url)
      lines.push(
        `viem     ${dialect.padEnd(12)} ${fault.kind.padEnd(14)} ${lineOf(dialect, fault, seen)}`,
      )
    }
  }
  return lines
}

function lineOf(dialect: DialectName, { kind }: FaultRule['fault'], seen: Seen): string {
  const { block, logs, isRevert } = seen
  // A null block is an answer: viem does not ask another provider for it.
  const answersNull = kind === 'prunedHistory' && ['reth', 'erigon'].includes(dialect)
  const isRight =
    (answersNull ? typeof block === 'string' : block === 1) && logs === true && isRevert
  if (isRight)
    return answersNull
      ? 'not found, logs of the second; knows reverts'
      : 'from the second; knows reverts'
  process.exitCode = 1
  return `DIFFERENT: ${JSON.stringify(seen)}`
}

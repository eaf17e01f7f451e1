import type { DialectName, Server } from '../../../src/index.ts'
import { runLibrary } from './runLibrary.ts'

/** What Ponder's helper has read of a chain. */
interface ReadLogs {
  readonly logs: number
  /** how many ranges it has asked for */
  readonly asked: number
  /** the first error that it does not know; null if it knew all */
  readonly unknown: string | null
}

/**
 * The dialects whose words Ponder does not know, with the reason: `@ponder/utils` has no pattern for them, so an app of
 * Ponder stops at the same error of the real node.
 */
const notKnown: Readonly<Record<Limit, Readonly<Partial<Record<DialectName, string>>>>> = {
  range: {
    besu: 'Ponder has no pattern for "Requested range exceeds maximum RPC range limit"',
    erigon: 'Ponder has no pattern for "query block range exceeds server limit"',
  },
  results: {
    nethermind: 'Ponder has no pattern for "Too many logs requested"',
    erigon: 'Ponder has no pattern for "query returns too many logs"',
  },
}

/** Which limit of a provider is reached. */
export type Limit = 'range' | 'results'

/** Reads all logs of a chain in each dialect, and says in which the number differs without a reason. */
export async function readLogsInDialects(
  server: Server,
  dialects: readonly DialectName[],
  logs: number,
  limit: Limit,
): Promise<string[]> {
  const lines: string[] = []
  for (const dialect of dialects) {
    const { url } = server.endpoint(`ponder-${dialect}`, { dialect })
    const last = `${server.head.number}`
    const read = await runLibrary<ReadLogs>('ponder.mjs', url, last)
    lines.push(
      `${limit.padEnd(8)} ${dialect.padEnd(12)} ${lineOf(notKnown[limit][dialect], read, logs)}`,
    )
  }
  return lines
}

function lineOf(
  expected: string | undefined,
  { logs, asked, unknown }: ReadLogs,
  all: number,
): string {
  if (unknown === null && logs === all && expected === undefined) {
    return `${logs} logs in ${asked} ranges`
  }
  if (unknown !== null && expected !== undefined) return `not read: ${expected}`
  process.exitCode = 1
  return `DIFFERENT: ${logs} of ${all} logs in ${asked} ranges; unknown: ${unknown}`
}

import { inspect } from 'node:util'
import type { Observer } from '../rpc/observer.ts'
import { LogDestination } from './logDestination.ts'
import { onOneLine } from './onOneLine.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'
import { Statistics } from './statistics.ts'

/** What records the requests and errors of a server: metrics, and the log if it is on. */
export interface Monitoring {
  readonly statistics: Statistics
  readonly log: LogDestination
  /** receives every request */
  readonly observer: Observer
  /** receives every error that is a bug in the server */
  readonly onInternalError: (error: unknown) => void
}

/** @param methodNames the methods to count by name */
export async function createMonitoring(
  methodNames: readonly string[],
  { logLevel, logStream }: Pick<ResolvedServeOptions, 'logLevel' | 'logStream'>,
): Promise<Monitoring> {
  const statistics = new Statistics(methodNames)
  const log = new LogDestination(logStream)
  if (logLevel === 'silent') {
    return {
      statistics,
      log,
      observer: statistics,
      onInternalError: (error) => log.write(`ommer: internal error: ${inspect(error)}\n`),
    }
  }
  // pino takes as long to load as a cached chain takes to read, and few servers log.
  const [{ pino }, { RequestLog }] = await Promise.all([import('pino'), import('./requestLog.ts')])
  const logger = pino(
    { name: 'ommer', level: logLevel },
    { write: (entry: string) => log.write(onOneLine(entry)) },
  )
  const requestLog = logger.isLevelEnabled('info') ? new RequestLog(logger, methodNames) : undefined
  return {
    statistics,
    log,
    observer: requestLog === undefined ? statistics : both(statistics, requestLog),
    onInternalError: (error) => logger.error({ err: error }, 'internal error'),
  }
}

function both(statistics: Observer, requestLog: Observer): Observer {
  return {
    answered(...request) {
      statistics.answered(...request)
      requestLog.answered(...request)
    },
    refused(reason) {
      statistics.refused(reason)
      requestLog.refused(reason)
    },
  }
}

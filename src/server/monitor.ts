import { inspect } from 'node:util'
import type { pino } from 'pino'
import type { Observer } from '../rpc/observer.ts'
import { LogDestination } from './logDestination.ts'
import { onOneLine } from './onOneLine.ts'
import type { RequestLog } from './requestLog.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'
import { Statistics } from './statistics.ts'

/** What records the requests and errors of a server: metrics, and the log if it is on. */
export interface Monitor {
  readonly statistics: Statistics
  readonly log: LogDestination
  /** receives every request */
  readonly observer: Observer
  /** receives every error that is a bug in the server */
  readonly onInternalError: (error: unknown) => void
  /** receives what the owner of the server should know; without a log only the first is written */
  readonly warn: (message: string) => void
}

/** What a server needs to write a log. */
export interface LogModules {
  readonly pino: typeof pino
  readonly RequestLog: typeof RequestLog
}

/** @returns undefined if nothing is logged: it takes as long to load as a cached chain takes to read, and few servers log */
export async function loadLogModules({
  logLevel,
}: Pick<ResolvedServeOptions, 'logLevel'>): Promise<LogModules | undefined> {
  if (logLevel === 'silent') return undefined
  const [{ pino }, { RequestLog }] = await Promise.all([import('pino'), import('./requestLog.ts')])
  return { pino, RequestLog }
}

/**
 * @param methodNames the methods to count by name
 * @param logModules undefined if nothing is logged
 * @param terminal undefined without the option `terminal`
 */
export function createMonitor(
  methodNames: readonly string[],
  { logLevel, logStream }: Pick<ResolvedServeOptions, 'logLevel' | 'logStream'>,
  logModules: LogModules | undefined,
  terminal: Observer | undefined,
): Monitor {
  const statistics = new Statistics(methodNames)
  const unlogged = terminal === undefined ? statistics : both(statistics, terminal)
  const log = new LogDestination(logStream)
  if (logModules === undefined) {
    let hasWarned = false
    return {
      statistics,
      log,
      observer: unlogged,
      warn(message) {
        if (!hasWarned) log.write(`ommer: ${message}\n`)
        hasWarned = true
      },
      onInternalError: (error) => log.write(`ommer: internal error: ${inspect(error)}\n`),
    }
  }
  const logger = logModules.pino(
    { name: 'ommer', level: logLevel },
    { write: (entry: string) => log.write(onOneLine(entry)) },
  )
  const observer = logger.isLevelEnabled('info')
    ? both(unlogged, new logModules.RequestLog(logger, methodNames))
    : unlogged
  return {
    statistics,
    log,
    observer,
    warn: (message) => logger.warn(message),
    onInternalError: (error) => logger.error({ err: error }, 'internal error'),
  }
}

function both(first: Observer, second: Observer): Observer {
  return {
    answered(...request) {
      first.answered(...request)
      second.answered(...request)
    },
    refused(reason) {
      first.refused(reason)
      second.refused(reason)
    },
  }
}

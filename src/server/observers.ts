import { inspect } from 'node:util'
import type { Logger } from 'pino'
import type { Observer } from '../rpc/observer.ts'
import type { LogLevel, LogStream } from './options.ts'
import type { Statistics } from './statistics.ts'

/** Those who are told what goes on. */
export interface Observers {
  readonly observer: Observer
  readonly onInternalError: (error: unknown) => void
}

/** @param stream undefined for stderr */
export async function createObservers(
  statistics: Statistics,
  level: LogLevel,
  stream: LogStream | undefined,
): Promise<Observers> {
  if (level === 'silent') return { observer: statistics, onInternalError: reportInternalError }
  // It takes as long to load as a kept chain takes to be read, and few want it.
  const [{ pino }, { RequestLog }] = await Promise.all([import('pino'), import('./requestLog.ts')])
  // Not stdout, which is data.
  const logger: Logger = pino({ name: 'ommer', level }, stream ?? pino.destination(2))
  const log = level === 'info' ? new RequestLog(logger) : undefined
  return {
    observer: log === undefined ? statistics : both(statistics, log),
    onInternalError: (error) => attempt(() => logger.error({ err: error }, 'internal error')),
  }
}

function both(statistics: Statistics, log: Observer): Observer {
  return {
    answered(...request) {
      statistics.answered(...request)
      attempt(() => log.answered(...request))
    },
    refused(reason) {
      statistics.refused(reason)
      attempt(() => log.refused(reason))
    },
  }
}

/** A stream that cannot be written to is no reason to leave a client without its answer. */
function attempt(write: () => void): void {
  try {
    write()
  } catch (error) {
    reportInternalError(error)
  }
}

/** The client is told only that there was one; this is for who runs the server. */
function reportInternalError(error: unknown): void {
  process.stderr.write(`ommer: internal error: ${inspect(error)}\n`)
}

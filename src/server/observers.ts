import { inspect } from 'node:util'
import type { Observer } from '../rpc/observer.ts'
import type { LogDestination } from './logDestination.ts'
import type { LogLevel } from './options.ts'
import type { Statistics } from './statistics.ts'

/** Those who are told what goes on. */
export interface Observers {
  readonly observer: Observer
  readonly onInternalError: (error: unknown) => void
}

export async function createObservers(
  statistics: Statistics,
  level: LogLevel,
  destination: LogDestination,
): Promise<Observers> {
  if (level === 'silent') {
    return {
      observer: statistics,
      onInternalError: (error) => destination.write(`ommer: internal error: ${inspect(error)}\n`),
    }
  }
  // It takes as long to load as a kept chain takes to be read, and few want it.
  const [{ pino }, { RequestLog }] = await Promise.all([import('pino'), import('./requestLog.ts')])
  const logger = pino({ name: 'ommer', level }, destination)
  const log = level === 'info' ? new RequestLog(logger) : undefined
  return {
    observer: log === undefined ? statistics : both(statistics, log),
    onInternalError: (error) => logger.error({ err: error }, 'internal error'),
  }
}

function both(statistics: Statistics, log: Observer): Observer {
  return {
    answered(...request) {
      statistics.answered(...request)
      log.answered(...request)
    },
    refused(reason) {
      statistics.refused(reason)
      log.refused(reason)
    },
  }
}

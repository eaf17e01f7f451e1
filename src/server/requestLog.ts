import type { Logger } from 'pino'
import type { RequestErrorCode } from '../rpc/errors.ts'
import type { Observer, Outcome } from '../rpc/observer.ts'

/** How much of a method's name is logged: clients can send any text. */
const METHOD_LENGTH_MAX = 64

/** Logs a line for each request. */
export class RequestLog implements Observer {
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  answered(key: string, method: string, result: Outcome, milliseconds: number): void {
    const line = {
      key: maskKey(key),
      method: method.slice(0, METHOD_LENGTH_MAX),
      result,
      ms: Math.round(milliseconds * 1000) / 1000,
    }
    this.#logger.info(line, 'request')
  }

  refused(reason: number | RequestErrorCode): void {
    this.#logger.info({ reason }, 'refusal')
  }
}

/** The part of an API key that is logged: enough to tell your own keys apart, too little to use one. */
export function maskKey(key: string): string {
  return key.length < 8 ? '…' : `${key.slice(0, 2)}…`
}

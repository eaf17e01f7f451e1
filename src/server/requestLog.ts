import type { Logger } from 'pino'
import type { RequestErrorCode } from '../rpc/errors.ts'
import type { CallOutcome, Observer } from '../rpc/observer.ts'
import { loggedMethod, loggedParams } from './loggedParams.ts'
import { maskKey } from './maskKey.ts'

/** Logs a line for each request, at the level `debug` with its parameters. */
export class RequestLog implements Observer {
  readonly #logger: Logger
  /** undefined where parameters are not logged */
  readonly #methods: ReadonlySet<string> | undefined

  /** @param methodNames the methods that are served */
  constructor(logger: Logger, methodNames: readonly string[]) {
    this.#logger = logger
    this.#methods = logger.isLevelEnabled('debug') ? new Set(methodNames) : undefined
  }

  answered(
    key: string,
    method: string,
    result: CallOutcome,
    milliseconds: number,
    params: unknown,
  ): void {
    const isValid = result !== 'INVALID_PARAMS' && this.#methods?.has(method) === true
    const line = {
      key: maskKey(key),
      method: loggedMethod(method),
      // An undefined member is not written.
      params: this.#methods && loggedParams({ key, method, params, isValid }),
      result,
      ms: Math.round(milliseconds * 1000) / 1000,
    }
    this.#logger.info(line, 'request')
  }

  refused(reason: number | RequestErrorCode): void {
    this.#logger.info({ reason }, 'refusal')
  }
}

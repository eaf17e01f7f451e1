import { OmmerError } from '../../primitives/errors.ts'

export type WaitErrorCode = 'TIMED_OUT' | 'CLOSED' | 'TOO_MANY_WAITS'

/**
 * A wait for clients ended without what it waited for: TIMED_OUT, and the message says what happened instead; CLOSED if
 * the endpoint or the server closed; TOO_MANY_WAITS.
 */
export class WaitError extends OmmerError {
  constructor(code: WaitErrorCode, problem: string) {
    super(code, problem)
  }
}

import type { RateLimitFault } from '../../faults/fault.ts'
import { RequestError } from '../errors.ts'

/** What a client is told to wait, in seconds, unless the rule says otherwise: as Infura does. */
const BACKOFF_SECONDS = 30

/** @returns in seconds */
export function retryAfter({ retryAfterSeconds = BACKOFF_SECONDS }: RateLimitFault): number {
  return retryAfterSeconds
}

/** As Infura says it (docs.infura.io, Avoid rate limiting), with `data` as its service sends it. */
export function rateLimitError(fault: RateLimitFault): RequestError {
  return new RequestError('LIMIT_EXCEEDED', 'daily request count exceeded, request rate limited', {
    rate: {
      allowed_rps: 1,
      backoff_seconds: retryAfter(fault),
      current_rps: 1.4333333333333333,
    },
    see: 'https://infura.io/dashboard',
  })
}

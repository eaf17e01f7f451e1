import * as v from 'valibot'
import { oneOf, wholeNumber } from '../../primitives/input.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** Infura's answer to a client that sends too many requests. */
export interface RateLimitFault {
  readonly kind: 'rateLimit'
  /** an HTTP 429 with `Retry-After`, or an error in the body of an HTTP 200. Default `http429`. */
  readonly style?: 'http429' | 'inBody' | undefined
  /** Default 30. */
  readonly retryAfterSeconds?: number | undefined
}

export const rateLimit = faultKind<RateLimitFault>()({
  schema: faultSchema(
    'rateLimit',
    "Infura's answer to a client that sends too many requests: HTTP 429 with Retry-After, or an error in an HTTP 200.",
    {
      style: v.optional(oneOf('http429', 'inBody'), 'http429'),
      /** The default is Infura's. */
      retryAfterSeconds: v.optional(wholeNumber(0, 86_400), 30),
    },
  ),
  effect: ({ style, retryAfterSeconds }) => ({
    at: 'call',
    // The message in docs.infura.io, Avoid rate limiting, with `data` as Infura's service sends it.
    error: {
      code: 'LIMIT_EXCEEDED',
      message: 'daily request count exceeded, request rate limited',
      data: {
        rate: {
          allowed_rps: 1,
          backoff_seconds: retryAfterSeconds,
          current_rps: 1.4333333333333333,
        },
        see: 'https://infura.io/dashboard',
      },
    },
    ...(style === 'http429' && {
      http: {
        status: 429,
        headers: ['Content-Type', 'application/json', 'Retry-After', `${retryAfterSeconds}`],
      },
    }),
    detail: `${style}, ${retryAfterSeconds} s`,
  }),
})

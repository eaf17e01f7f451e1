import * as v from 'valibot'
import type { RateLimitFact } from '../../endpoint/dialects/facts.ts'
import { oneOf, wholeNumber } from '../../primitives/input.ts'
import type { CallEffect } from '../effect.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** The answer of a provider to a client that sends too many requests, as the dialect has it; otherwise Infura's. */
export interface RateLimitFault {
  readonly kind: 'rateLimit'
  /** an HTTP 429 with `Retry-After`, or an error in the body of an HTTP 200. Default as the dialect has it, or `http429`. */
  readonly style?: 'http429' | 'inBody' | undefined
  /** Default 30. */
  readonly retryAfterSeconds?: number | undefined
}

export const rateLimit = faultKind<RateLimitFault>()({
  schema: faultSchema(
    'rateLimit',
    'The answer of a provider to a client that sends too many requests, as the dialect has it: HTTP 429 with Retry-After, or an error in an HTTP 200.',
    {
      style: v.optional(oneOf('http429', 'inBody')),
      /** The default is Infura's. */
      retryAfterSeconds: v.optional(wholeNumber(0, 86_400), 30),
    },
  ),
  effect(fault) {
    return {
      ...limited(fault, infuraLimit),
      inDialect: ({ facts }) => limited(fault, facts.rateLimit ?? infuraLimit),
    }
  },
})

/** The message in docs.infura.io, Avoid rate limiting, with `data` as Infura's service sends it. */
const infuraLimit: RateLimitFact = {
  status: 429,
  code: 'LIMIT_EXCEEDED',
  message: 'daily request count exceeded, request rate limited',
  data: (seconds) => ({
    rate: { allowed_rps: 1, backoff_seconds: seconds, current_rps: 1.4333333333333333 },
    see: 'https://infura.io/dashboard',
  }),
  hasRetryAfter: true,
  source: 'docs.infura.io; status-im/status-go#4807',
}

function limited(
  { style, retryAfterSeconds }: RateLimitFault & { readonly retryAfterSeconds: number },
  {
    status,
    code,
    message,
    data,
    isBare = false,
    isPerRequest = false,
    hasRetryAfter = false,
  }: RateLimitFact,
): CallEffect {
  const headers = ['Content-Type', 'application/json']
  if (hasRetryAfter || style === 'http429') headers.push('Retry-After', `${retryAfterSeconds}`)
  return {
    at: 'call',
    error: { code, message, ...(data && { data: data(retryAfterSeconds) }) },
    ...(style !== 'inBody' && { http: { status, headers }, isBare }),
    isPerRequest: isPerRequest && style === undefined,
    detail: `${style ?? 'http429'}, ${retryAfterSeconds} s`,
  }
}

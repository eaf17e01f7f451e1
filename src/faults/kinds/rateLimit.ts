import * as v from 'valibot'
import type { RateLimitFact } from '../../endpoint/dialects/facts.ts'
import { infura } from '../../endpoint/dialects/infura.ts'
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

/** That of the dialects without one of their own. */
const infuraLimit = infura.facts.rateLimit as RateLimitFact

export const rateLimit = faultKind<RateLimitFault>()({
  schema: faultSchema(
    'rateLimit',
    'The answer of a provider to a client that sends too many requests, as the dialect has it: HTTP 429 with Retry-After, or an error in an HTTP 200. Over WebSocket, that error alone.',
    {
      style: v.optional(oneOf('http429', 'inBody')),
      /** The default is Infura's. */
      retryAfterSeconds: v.optional(wholeNumber(0, 86_400), 30),
    },
  ),
  effect(fault) {
    return {
      ...limitedBy(fault, infuraLimit),
      inDialect: ({ facts }) => limitedBy(fault, facts.rateLimit ?? infuraLimit),
    }
  },
})

/** What a client gets by a provider's rate limit. */
function limitedBy(
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

import type { Fault, FaultKind, FaultTransport, ServerErrorFault } from '../../faults/fault.ts'
import { type DrawnFault, drawMilliseconds } from '../../faults/faultPlan.ts'
import type { Reply } from '../reply.ts'
import { retryAfter } from './rateLimit.ts'

/** What a transport is to do with a reply, or in place of sending it. */
export type Delivery =
  | Page
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset'; readonly when: 'beforeAnswer' | 'midAnswer' }
  | { readonly kind: 'close'; readonly code: number }
  | { readonly kind: 'late'; readonly milliseconds: number }
  | { readonly kind: 'twice' }

/** An HTTP response that is not the usual one. */
export interface Page {
  readonly kind: 'page'
  readonly status: number
  /** names and values in turn, without those that follow from the body's length */
  readonly headers: readonly string[]
  readonly body: string
}

/** RFC 6455, 7.4.1: the server met a condition that it did not expect. */
const WEBSOCKET_INTERNAL_ERROR = 1011

/** RFC 6455, 7.4.1: stands for a connection that ends without a word. */
export const WEBSOCKET_ABNORMAL = 1006

const reasons = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
} as const

const kindsOfTransport: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'serverError',
  'timeOut',
  'reset',
  'socketClosed',
  'messageDelayed',
  'messageDoubled',
])

/** Whether a fault is one of what carries the reply. A WebSocket has no way to say 429 but in the body. */
export function isOfTransport(fault: Fault, transport: FaultTransport): boolean {
  if (fault.kind === 'rateLimit') return transport !== 'webSocket' && fault.style !== 'inBody'
  return kindsOfTransport.has(fault.kind)
}

/** What a fault comes to for a transport; undefined where it is none of transports. */
export function deliveryOf(
  { fault, random }: DrawnFault,
  transport: FaultTransport,
  reply: Reply,
): Delivery | undefined {
  switch (fault.kind) {
    case 'rateLimit': {
      const headers = ['Content-Type', 'application/json', 'Retry-After', `${retryAfter(fault)}`]
      return { kind: 'page', status: 429, headers, body: textOf(reply) }
    }
    case 'serverError':
      return transport === 'webSocket'
        ? { kind: 'close', code: WEBSOCKET_INTERNAL_ERROR }
        : errorPage(fault)
    case 'timeOut':
      return { kind: 'silence' }
    case 'reset':
      return { kind: 'reset', when: fault.when ?? 'beforeAnswer' }
    case 'socketClosed':
      return { kind: 'close', code: fault.code ?? WEBSOCKET_ABNORMAL }
    case 'messageDelayed':
      return { kind: 'late', milliseconds: drawMilliseconds(fault.milliseconds, random) }
    case 'messageDoubled':
      return { kind: 'twice' }
    default:
      return undefined
  }
}

/** A delivery in a few words, for the log. */
export function describeDelivery(delivery: Delivery): string {
  switch (delivery.kind) {
    case 'page':
      return `HTTP ${delivery.status}`
    case 'silence':
      return 'no answer'
    case 'reset':
      return delivery.when === 'midAnswer' ? 'in the middle of the answer' : 'before the answer'
    case 'close':
      return `code ${delivery.code}`
    case 'late':
      return `${delivery.milliseconds} ms`
    case 'twice':
      return 'twice'
  }
}

/** As nginx writes it. */
function errorPage({ status = 502 }: ServerErrorFault): Page {
  const title = `${status} ${reasons[status]}`
  const body = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    '<hr><center>nginx</center>',
    '</body>',
    '</html>',
    '',
  ].join('\r\n')
  return { kind: 'page', status, headers: ['Content-Type', 'text/html'], body }
}

/** A reply in one piece. */
export function textOf(reply: Reply): string {
  return reply
    .map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString()))
    .join('')
}

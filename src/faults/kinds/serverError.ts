import * as v from 'valibot'
import { oneOf } from '../../primitives/input.ts'
import type { Page } from '../effect.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** RFC 6455, 7.4.1: the server met a condition that it did not expect. */
const WEBSOCKET_INTERNAL_ERROR = 1011

const reasons = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
} as const

/** The HTML page of a proxy before the node. A WebSocket is closed with 1011. */
export interface ServerErrorFault {
  readonly kind: 'serverError'
  /** the HTTP status. Default 502. */
  readonly status?: 500 | 502 | 503 | 504 | undefined
}

export const serverError = faultKind<ServerErrorFault>()({
  schema: faultSchema(
    'serverError',
    'The HTML page of a proxy before the node. A WebSocket is closed with code 1011.',
    {
      status: v.optional(oneOf(500, 502, 503, 504), 502),
    },
  ),
  effect: ({ status }) => ({
    at: 'delivery',
    delivery: errorPage(status),
    webSocket: { kind: 'close', code: WEBSOCKET_INTERNAL_ERROR },
  }),
})

/** As nginx writes it. */
function errorPage(status: keyof typeof reasons): Page {
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
